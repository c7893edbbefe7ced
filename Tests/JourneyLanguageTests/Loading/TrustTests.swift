import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("Manifest trust")
struct TrustTests {
    @Test("a signed manifest of version 1.2 becomes a journey")
    func good() async throws {
        let journey = try await TestManifest.journey(trust: TestManifest.trust(least: .v12))
        #expect(journey.version == .v12)
        #expect(journey.sequence == 41)
        #expect(journey.issuer == "Test Bank")
        #expect(journey.steps.count == 8)
        #expect(journey.security.requiresHandshake)
    }

    @Test("an unknown key ID has its own code")
    func unknownKey() async throws {
        var trust = try TestManifest.trust()
        trust.keys = try TestManifest.keySet(JWKSet(["other": TestManifest.key().publicKey]))
        let refusal = try await TestManifest.refusal(trust: trust)
        #expect(refusal?.code == .manifestKeyUnknown)
    }

    @Test("a signature by another key under a known id is refused")
    func otherKey() async throws {
        var trust = try TestManifest.trust()
        trust.keys = try TestManifest.keySet(
            JWKSet([TestManifest.keyID: P256PrivateKey.generate().publicKey]))
        #expect(try await TestManifest.refusal(trust: trust)?.code == .manifestSignature)
    }

    @Test("a missing or malformed signature is refused", arguments: [nil, "", "a..b", "x", 1, nil] as [JSONValue?])
    func misshapen(signature: JSONValue?) async throws {
        let bytes = TestManifest.manifest.setting("signature", to: signature).compactBytes
        let trust = try TestManifest.trust()
        #expect(throws: JourneyError.self) { _ = try JourneyLoader.verify(bytes, trust: trust) }
    }

    @Test(
        "a manifest outside its validity is refused",
        arguments: [
            ("2025-12-31T23:59:59Z", ErrorCode.manifestNotYetValid), ("2026-12-31T00:00:00Z", .manifestExpired),
            ("2027-01-01T00:00:00Z", .manifestExpired),
        ])
    func time(moment: String, code: ErrorCode) async throws {
        var trust = try TestManifest.trust()
        trust.now = try #require(ManifestTime.date(moment))
        #expect(try await TestManifest.refusal(trust: trust)?.code == code)
    }

    @Test(
        "the first and the last second of the validity are inside",
        arguments: [
            "2026-01-01T00:00:00Z", "2026-12-30T23:59:59Z",
        ])
    func insideTime(moment: String) async throws {
        var trust = try TestManifest.trust()
        trust.now = try #require(ManifestTime.date(moment))
        #expect(try await TestManifest.refusal(trust: trust) == nil)
    }

    @Test("another journey, an old version, a rollback and an old SDK are refused")
    func purpose() async throws {
        var trust = try TestManifest.trust()
        trust.journey = try #require(JourneyID("transfers"))
        #expect(try await TestManifest.refusal(trust: trust)?.code == .manifestMismatch)
        trust = try TestManifest.trust(least: .v12)
        #expect(try await TestManifest.refusal(TestManifest.manifest11, trust: trust)?.code == .manifestVersion)
        trust.leastSequence = 42
        #expect(try await TestManifest.refusal(trust: trust)?.code == .manifestRollback)
        trust.leastSequence = 41
        #expect(try await TestManifest.refusal(trust: trust) == nil)
        trust.seenHash = [1]
        #expect(try await TestManifest.refusal(trust: trust)?.code == .manifestRollback)
        // The hash of a lower sequence number says nothing about this one.
        trust.leastSequence = 40
        #expect(try await TestManifest.refusal(trust: trust) == nil)
        trust.sdkVersion = "0.9.9"
        #expect(try await TestManifest.refusal(trust: trust)?.code == .sdkUpdateRequired)
    }

    @Test(
        "minSdk compares numerically, part by part",
        arguments: [
            ("1.10.0", "1.9.0", false), ("1.9", "1.10.0", true), ("1.4", "1.4.0", true), ("1.4.0.1", "1.4.0", false),
            ("01.4.0", "1.4.0", true), ("99.0.0", "1.4.0", false),
        ])
    func minSDK(minimum: String, sdk: String, isEnough: Bool) async throws {
        var trust = try TestManifest.trust()
        trust.sdkVersion = sdk
        let manifest = TestManifest.manifest.setting("minSdk", to: .string(minimum))
        #expect(try await TestManifest.refusal(manifest, trust: trust)?.code == (isEnough ? nil : .sdkUpdateRequired))
    }

    @Test("numbers that RFC 8785 would change are refused", arguments: ["60000.0", "6e4", "-0", "1E400", "0.10"])
    func numbers(lexeme: String) throws {
        let text = String(decoding: TestManifest.manifest.compactBytes, as: UTF8.self)
        let changed = text.replacing(":60000", with: ":\(lexeme)")
        #expect(changed != text)
        let document = try JourneyLoader.read(Array(changed.utf8))
        #expect(throws: Refusal.self) { _ = try document.canonicalForm() }
    }

    @Test(
        "a document that is not one strict JSON object is refused",
        arguments: [
            "", "[]", "1", "{\"a\":1,\"a\":2}", "{\"a\":1}x", "{'a':1}", "\u{FEFF}{}",
        ])
    func notJSON(text: String) throws {
        let trust = try TestManifest.trust()
        #expect { _ = try JourneyLoader.verify(Array(text.utf8), trust: trust) } throws: { error in
            (error as? JourneyError)?.code == .manifestInvalid
        }
    }

    @Test("a manifest of more than eight megabytes is refused before it is parsed")
    func tooLarge() throws {
        let trust = try TestManifest.trust()
        let bytes = [UInt8](repeating: 0x20, count: (8 << 20) + 1)
        #expect { _ = try JourneyLoader.verify(bytes, trust: trust) } throws: { error in
            (error as? JourneyError)?.message.contains("JSON_TOO_LARGE") ?? false
        }
    }

    @Test("an OpenAPI bundle with another hash is refused")
    func otherBundle() async throws {
        let changed = TestManifest.openAPI.setting("info", to: ["title": "changed"])
        #expect(try await TestManifest.refusal(openAPI: changed)?.code == .oapiHash)
    }

    @Test("signing again replaces the signature")
    func signTwice() async throws {
        let once = try await ManifestSigner.sign(TestManifest.manifest, key: TestManifest.key(), kid: "old")
        let twice = try await ManifestSigner.sign(once, key: TestManifest.key(), kid: TestManifest.keyID)
        #expect(try JourneyLoader.verify(twice.compactBytes, trust: TestManifest.trust()).keyID == TestManifest.keyID)
    }
}
