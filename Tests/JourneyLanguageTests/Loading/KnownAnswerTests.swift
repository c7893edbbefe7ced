import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("An externally signed manifest")
struct KnownAnswerTests {
    /// Computed with another implementation (deterministic ECDSA over the RFC 8785 form).
    static let manifest: JSONValue = [
        "manifestVersion": "1.1", "minSdk": "1.0.0", "journeyId": "kat-journey",
        "oapiBundle": "https://example.com/bundle.json", "startStep": "step1", "headers": [:],
        "security": ["allowedOrigins": ["https://example.com"], "pinning": false, "requireHandshake": false],
        "steps": [
            "step1": [
                "type": "web", "url": "https://example.com/step1",
                "on": ["go": ["to": "done", "guard": "payload.amount >= 1"]],
            ],
            "done": ["type": "terminal", "result": ["ok": true]],
        ],
        "signature":
            "eyJhbGciOiJFUzI1NiIsImtpZCI6ImthdC0xIn0..kunTe1wLDjvmfUXzwXNSYvrhJWo5qaIuh8T1hWDaNd4DakdhOSDmBkYSBL4TYeI6VRZnl_QX5xq-E0oxWDl2Pw",
    ]
    static let openAPI: JSONValue = [
        "openapi": "3.0.0", "servers": [["url": "https://example.com"]], "paths": [:],
    ]

    static func trust() throws -> ManifestTrust {
        let point = try #require(
            Data(
                base64Encoded:
                    "BEdACQormO5gNpgsTvjxIr9N9eQiZUCdE7qaAZonlsbrjwxck3FcNjkp681MkC1FykrfYJAMQGTrFj+WVeJSJok="))
        return ManifestTrust(
            keys: try TestManifest.keySet(JWKSet(["kat-1": P256PublicKey(x963: [UInt8](point))])), leastVersion: .v11,
            now: TestManifest.moment, sdkVersion: "1.0.0", journey: try #require(JourneyID("kat-journey")))
    }

    @Test("the manifest verifies, has the known hash, and compiles")
    func verifies() throws {
        let verified = try JourneyLoader.verify(
            KnownAnswerTests.manifest.compactBytes, trust: try KnownAnswerTests.trust())
        #expect(verified.keyID == "kat-1")
        #expect(Hex.encode(verified.hash) == "bf6aec9888d749e8ddb1bd6696fa08ea667a82be369db1573d77abc851003805")
        let journey = try JourneyLoader.compile(verified, openAPI: KnownAnswerTests.openAPI.compactBytes)
        #expect(journey.startStep.rawValue == "step1")
        #expect(journey.manifestHash == verified.hash)
        let step = try #require(journey.steps[journey.startStep])
        let condition = try #require(step.transitions["go"]?.first?.guardExpression)
        #expect(try condition.evaluate(in: ExpressionScope(Context(payload: ["amount": 1]))))
        #expect(try !condition.evaluate(in: ExpressionScope(Context(payload: ["amount": 0]))))
    }

    @Test("the manifest does not verify with any byte of its signed form changed")
    func changedByte() throws {
        let trust = try KnownAnswerTests.trust()
        let bytes = KnownAnswerTests.manifest.compactBytes
        // Every eleventh byte keeps the test short while covering the whole document.
        for index in stride(from: 0, to: bytes.count, by: 11) {
            var changed = bytes
            changed[index] ^= 1
            #expect(throws: JourneyError.self) { _ = try JourneyLoader.verify(changed, trust: trust) }
        }
    }
}
