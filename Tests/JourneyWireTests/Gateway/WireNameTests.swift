import Foundation
import JourneyBase
import Testing

@testable import JourneyWire

/// Checks that names of the contract occur as text only in the contract's files; all other code uses its types.
@Suite("Contract names are defined in one file")
struct WireNameTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        .standardizedFileURL

    /// The folders of the contract's clients and services, which must not contain member names as text.
    private static let sides = [
        "Service/JourneyGateway/Access/", "Service/JourneyGateway/Instances/InstanceRegistration.swift",
        "Service/JourneyGateway/Manifests/ManifestService.swift", "Service/JourneyGateway/Proofs/",
        "Service/JourneyGateway/RemoteConfiguration/", "Service/JourneyGateway/Sessions/",
        "Service/JourneyGateway/Attestation/", "Service/JourneyGateway/Telemetry/",
        "Systems/HSBCPartnerSDK/Attestation/", "Systems/HSBCPartnerSDK/Settlement/",
        "Systems/HSBCPartnerSDK/RemoteConfiguration/", "Device/JourneyDevice/Attestation/",
        "Device/JourneyWeb/Bridge/SessionProof.swift", "Tools/SandboxServices/Bank/Approval/DeviceService.swift",
        "Tools/SandboxServices/Faults/",
    ]

    private static let ordinary: Set<String> = [
        "app", "attestation", "authorized", "body", "challenge", "client", "code", "detail", "errors", "expires",
        "field", "format",
        "keyId", "key", "keys", "origin", "partner", "proof", "purpose", "sequence", "state", "status", "step",
        "ticket",
        "title", "type",
    ]

    /// Names that other files contain too, each with the reason. A name that only the contract uses must leave the table.
    private static let shared: [(reason: String, names: Set<String>)] = [
        ("ordinary words, which other contracts and commands have too", ordinary),
        ("the name of a path's parameter", ["instance"]),
        ("media types, which the APIs of journeys have too", ["application/problem+json"]),
        ("registered claims and header parameters of JOSE", ["exp", "iat", "iss", "jti", "jwk"]),
        ("members of manifests and events", ["journeyId", "idempotencyKey"]),
        ("members of the SDK's own snapshots, which nobody else reads", ["instanceKey", "manifestHash"]),
        ("a member of Arazzo's documents", ["stepId"]),
        ("a member of the SDK's and the gateway's configurations", ["clientId"]),
        ("the bridge's messages to pages", ["docId", "pageNonce"]),
        ("the counter that the development attestor keeps in its store", ["counter"]),
        ("OTLP, which JourneyBase reads and writes", ["resourceLogs", "resourceSpans"]),
        ("the SDK's own codes, which the contract takes from there", ["AUTH_EXPIRED", "VALIDATION_FAIL"]),
        (
            "codes of the card proxy's, the pass service's and the bank's contracts",
            [
                "NOT_FOUND", "RATE_LIMITED", "SERVER_ERROR", "UNSUPPORTED_TYPE",
            ]
        ),
        ("OpenAPI bundles that are written as Swift", ["X-Idempotency-Key"]),
    ]

    /// Messages that are nested in others, or sent between the gateway and the bank.
    private static let inner: [any WireMessage.Type] = [
        InstanceClaims.self, SessionProofClaims.self, AttestationClientData.self, DevelopmentAttestation.Key.self,
        DevelopmentAttestation.Use.self, BankSettlementRequest.self, BankSettlement.self, ProblemBody.self,
    ]

    /// The names of members.
    private static var members: Set<String> {
        let messages = GatewayContract.endpoints.flatMap { [$0.request, $0.response] } + inner
        let paths = messages.compactMap { $0 as? any WireMessage.Type }.flatMap { WireField.names($0) }
        return Set(paths.compactMap { path in path.split(separator: "/" as Character).last.map(String.init) })
    }

    /// The names that the contract defines: paths, header fields, codes, and types of signed texts.
    private static var spelled: Set<String> {
        let endpoints = GatewayContract.endpoints
        return Set(endpoints.map(\.path) + endpoints.flatMap(\.headers) + endpoints.flatMap { $0.refusals.map(\.code) })
            .union([
                BankHeader.idempotencyKey, BankHeader.ticket, ProofContract.proofType, ProofContract.registrationType,
                DevelopmentAttestation.format, DevelopmentAttestation.attestationType,
                DevelopmentAttestation.assertionType, ProblemBody.mediaType ?? "",
            ])
            // A header field and paths that every client and server has.
            .subtracting([GatewayContract.authorization, "/v1/traces", "/v1/logs"])
    }

    /// The string literals of each source, without comments.
    private static func texts() throws -> [String: Set<String>] {
        var texts: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
            let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            texts[path] = Set(
                lines.flatMap { line in
                    // Every second part is quoted.
                    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
                })
        }
        return texts
    }

    @Test("no client or service of the contract writes a member's name as a string")
    func sides() throws {
        let members = WireNameTests.members
        #expect(members.count > 50)
        let others = WireNameTests.ordinary.union(["counter", "instance", "clientId"])
        for (path, texts) in try WireNameTests.texts() where WireNameTests.sides.contains(where: path.hasPrefix) {
            #expect(texts.intersection(members).subtracting(others) == [], "\(path)")
        }
    }

    @Test("a path, header, code or member is in one file, except those that the table explains")
    func once() throws {
        let texts = try WireNameTests.texts()
        #expect(texts.count > 500)
        let shared = WireNameTests.shared.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        #expect(shared.count == WireNameTests.shared.reduce(0) { $0 + $1.names.count }, "each stands in the table once")
        for (names, most) in [(WireNameTests.spelled, 1), (WireNameTests.members, 0)] {
            for name in names {
                let files = texts.filter { $0.value.contains(name) }.keys.sorted()
                #expect(files.count <= most || shared.contains(name), "\(name): \(files)")
                #expect(files.count > most || !shared.contains(name), "\(name) leaves the table")
            }
        }
    }
}
