import JourneyBase
import JourneyLanguage
import Testing

@testable import HSBCPartnerSDK

/// The schemas with which lint checks native steps, against what the plugins themselves accept.
@Suite("Schemas of plugins' parameters")
struct PluginSchemaTests {
    private static let approval: [String: JSONValue] = [
        "reason": "Approve", "challenge": "AAAAAAAAAAAAAAAAAAAAAA", "amount": 1_250, "currency": "GBP",
        "payeeName": "Ada", "payeeAccount": "12-34-56 12345678",
    ]

    private static func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
        var members = approval
        members[name] = value
        return .object(members)
    }

    private static let parameters: [(plugin: String, params: JSONValue)] =
        [
            ["reason": "Confirm"], ["reason": ""], [:], ["reason": 1], ["reason": "a", "more": 1],
            ["reason": .string(String(repeating: "a", count: 200))],
            ["reason": .string(String(repeating: "a", count: 201))],
        ].map { ("biometric_auth", $0) }
        + [
            ["kinds": ["passport"]], ["kinds": ["drivingLicence", "passport"]], ["kinds": []], ["kinds": ["visa"]], [:],
            ["kinds": "passport"], ["kinds": ["passport"], "more": 1],
        ].map { ("document_capture", $0) }
        + [
            .object(approval), changed("fee", 0), changed("fee", -1), changed("amount", 0),
            changed("amount", 9_007_199_254_740_991),
            changed("amount", 9_007_199_254_740_992), changed("amount", "1"), changed("amount", nil),
            changed("currency", "gbp"),
            changed("challenge", "short"), changed("payeeName", ""), changed("payeeName", nil),
            changed("payeeAccount", nil),
            changed("more", 1), changed("reason", nil),
        ].map { ("transaction_approval", $0) }

    @Test("a plugin accepts just what its schema accepts", arguments: parameters.indices)
    func same(index: Int) async throws {
        let (name, params) = PluginSchemaTests.parameters[index]
        let description = try #require(PluginDescription.own.first { $0.name == name })
        let schema = try JSONSchema.compile(description.methods[0].input, dialect: .draft202012)
        #expect(schema.admits(params) == (try await accepts(name, params)), "\(name) \(params.compactText)")
    }

    private func accepts(_ name: String, _ params: JSONValue) async throws -> Bool {
        do {
            switch name {
            case "biometric_auth":
                let plugin = BiometricAuthPlugin(authenticator: BiometricAuthPluginTests.OneVerdict(.passed))
                _ = try await plugin.handle("performBiometric", params: params)
            case "document_capture":
                _ = try await DocumentCapturePlugin(source: NoDocument()).handle("captureDocument", params: params)
            default: _ = try TransactionStatement(params)
            }
            return true
        } catch let error as JourneyError {
            return error.code != .validationFail
        }
    }

    private struct NoDocument: DocumentSource {
        func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? { nil }
    }

    @Test("permissions and methods are those of the plugins")
    func permissions() {
        let plugins: [any JourneyPlugin] = [
            BiometricAuthPlugin(authenticator: BiometricAuthPluginTests.OneVerdict(.passed)),
            DocumentCapturePlugin(source: NoDocument()),
        ]
        for plugin in plugins {
            let description = PluginDescription.own.first { $0.name == plugin.name }
            #expect(Set(description?.permissions ?? []) == Set(plugin.permissions.map(\.rawValue)))
            #expect(Set(description?.methods.map(\.name) ?? []) == plugin.methods)
        }
    }
}
