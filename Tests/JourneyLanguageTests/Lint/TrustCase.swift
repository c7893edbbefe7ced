import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

/// A rule that only an app can check: trust settings that refuse the good, signed manifest, and similar ones that accept it.
struct TrustCase: Sendable, CustomTestStringConvertible {
    let rule: LintRule
    let bad: @Sendable (inout ManifestTrust) throws -> Void
    let good: @Sendable (inout ManifestTrust) throws -> Void
    var testDescription: String { rule.rawValue }

    static let all: [TrustCase] = [
        TrustCase(
            rule: .signature, bad: { $0.keys = try keys([TestManifest.keyID: other()]) },
            good: { $0.keys = try keys([TestManifest.keyID: TestManifest.key().publicKey, "other": other()]) }),
        TrustCase(
            rule: .keyUnknown, bad: { $0.keys = try keys(["test-2": TestManifest.key().publicKey]) },
            good: { _ in }),
        TrustCase(
            rule: .keyRevoked,
            bad: { $0.keys = try TestManifest.keySet(own(), revoked: [TestManifest.keyID]) },
            good: { $0.keys = try TestManifest.keySet(own(), revoked: ["test-2"]) }),
        TrustCase(
            rule: .keyExpired,
            bad: { $0.keys = try TestManifest.keySet(own(), times: ["exp": .number(JSONNumber(now))]) },
            good: { $0.keys = try TestManifest.keySet(own(), times: ["exp": .number(JSONNumber(now + 1))]) }),
        TrustCase(
            rule: .issuer, bad: { $0.keys = try TestManifest.keySet(own(), issuer: "Another Bank") },
            good: { $0.keys = try TestManifest.keySet(own(), issuer: "Test Bank") }),
        TrustCase(
            rule: .mismatch, bad: { $0.journey = try #require(JourneyID("transfers")) },
            good: { $0.journey = try #require(JourneyID("transfer")) }),
        TrustCase(
            rule: .notYetValid, bad: { $0.now = moment("2025-12-31T23:59:59Z") },
            good: { $0.now = moment("2026-01-01T00:00:00Z") }),
        TrustCase(
            rule: .expired, bad: { $0.now = moment("2026-12-31T00:00:00Z") },
            good: { $0.now = moment("2026-12-30T23:59:59Z") }),
        TrustCase(rule: .rollback, bad: { $0.leastSequence = 42 }, good: { $0.leastSequence = 41 }),
        TrustCase(rule: .sdkUpdate, bad: { $0.sdkVersion = "0.9.9" }, good: { $0.sdkVersion = "1.0.0" }),
    ]

    private static func other() throws -> P256PublicKey {
        try P256PrivateKey(scalar: Secret(copying: [UInt8](repeating: 8, count: 32))).publicKey
    }

    private static func own() throws -> JWKSet { try JWKSet([TestManifest.keyID: TestManifest.key().publicKey]) }

    private static var now: Int64 { Int64(TestManifest.moment.timeIntervalSince1970) }

    private static func keys(_ keys: [String: P256PublicKey]) throws -> ManifestKeySet {
        try TestManifest.keySet(JWKSet(keys))
    }

    private static func moment(_ text: String) -> Date { ManifestTime.date(text) ?? .distantFuture }
}

@Suite("Lint trust codes")
struct TrustCaseTests {
    @Test("lint's trust codes are those that refuse a signed manifest", arguments: TrustCase.all)
    func refuses(example: TrustCase) async throws {
        var bad = try TestManifest.trust()
        try example.bad(&bad)
        #expect(try await TestManifest.refusal(trust: bad)?.code.rawValue == example.rule.rawValue)
        var good = try TestManifest.trust()
        try example.good(&good)
        #expect(try await TestManifest.refusal(trust: good)?.message == nil)
    }
}
