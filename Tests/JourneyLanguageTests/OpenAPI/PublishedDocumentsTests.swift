import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

/// Documents of several standards and versions, as they are published.
@Suite("Published bank documents", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
struct PublishedDocumentsTests {
    static let files = [
        "adyen-transfers-v4.json", "paypal-checkout-orders-v2.json", "uk-open-banking-account-info-4.0.json",
        "uk-open-banking-payment-initiation-3.1.11.json",
    ]

    @Test("no operation fails by a schema, pattern, parameter, body or answer", arguments: files)
    func operations(file: String) throws {
        let bytes = try Vectors.bytes("bank-apis/\(file)")
        let server = try JSONReader.read(bytes, limits: .openAPIBundle)["servers"]?[0]?["url"]?.string ?? "/"
        let address = try #require(HTTPSURL(server) ?? HTTPSURL(TestDocument.address))
        let resolver = try OpenAPIResolver(bytes, origins: SourcePolicy([address.origin]), address: address)
        var rules: [LintRule: Int] = [:]
        for id in resolver.operationIDs.sorted() {
            do throws(Refusal) {
                _ = try resolver.operation(id, at: Reading(.string(id), path: id, code: .manifestInvalid))
            } catch {
                rules[error.rule, default: 0] += 1
                if error.rule != .oapiSecurity { Issue.record("\(error.message)") }
            }
        }
        print("\(file): \(resolver.operationIDs.count) operations, \(rules[.oapiSecurity] ?? 0) need other credentials")
        for id in resolver.operationIDs.sorted() {
            #expect(throws: Never.self, "what the gateway adds is not asked for: \(id)") {
                let operation = try resolver.operation(
                    id, supplied: Set(GatewayCredential.allCases),
                    at: Reading(.string(id), path: id, code: .manifestInvalid))
                #expect(!operation.inputs.values.contains { $0.name.lowercased().contains("signature") })
            }
        }
        #expect(resolver.operationIDs.count >= 8)
        #expect(resolver.uncheckedPatterns.isEmpty)
    }
}
