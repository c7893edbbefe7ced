import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("Key set validity and signatures")
struct KeySetTests {
    private static let second = Int64(TestManifest.moment.timeIntervalSince1970)

    static func key(_ fill: UInt8) throws -> P256PrivateKey {
        try P256PrivateKey(scalar: Secret(copying: [UInt8](repeating: fill, count: 32)))
    }

    static func anchor(issuer: String = "Test Bank", environment: String = "sandbox") throws -> ManifestAnchor {
        let roots = try JWKSet(["root-1": key(9).publicKey, "root-2": key(10).publicKey])
        return ManifestAnchor(issuer: issuer, environment: environment, keys: roots)
    }

    /// Returns a changed set with the keys `test-1` and `test-2`.
    static func document(_ changes: [(path: String, value: JSONValue?)] = []) throws -> JSONValue {
        let base = ManifestKeySet.document(
            try JWKSet(["test-1": key(7).publicKey, "test-2": key(8).publicKey]), version: 5, issuer: "Test Bank",
            environment: "sandbox", notBefore: TestManifest.moment.addingTimeInterval(-60),
            notAfter: TestManifest.moment.addingTimeInterval(3_600))
        return changes.reduce(base) { $0.setting($1.path, to: $1.value) }
    }

    private static func set(_ changes: [(path: String, value: JSONValue?)] = []) throws -> ManifestKeySet {
        try ManifestKeySet.verify(
            ManifestKeySet.sign(document(changes), key: key(9), kid: "root-1"), anchor: anchor(),
            now: TestManifest.moment)
    }

    /// Returns the error of a manifest by `signer` under the ID `kid` with the changed set.
    private static func code(
        _ changes: [(path: String, value: JSONValue?)] = [], signer: UInt8 = 7, kid: String = "test-1",
        manifest: JSONValue = TestManifest.manifest, now: Date? = nil
    ) async throws -> ErrorCode? {
        var trust = try TestManifest.trust()
        trust.keys = try set(changes)
        trust.now = now ?? trust.now
        let signed = try await ManifestSigner.sign(manifest, key: key(signer), kid: kid).compactBytes
        do throws(JourneyError) {
            _ = try JourneyLoader.verify(signed, trust: trust)
            return nil
        } catch { return error.code }
    }

    @Test("the old and the new key both sign during a rotation")
    func rotation() async throws {
        #expect(try await Self.code() == nil)
        #expect(try await Self.code(signer: 8, kid: "test-2") == nil)
    }

    @Test("a key's signature under another key's ID is refused")
    func swapped() async throws {
        #expect(try await Self.code(signer: 8, kid: "test-1") == .manifestSignature)
    }

    @Test("a revoked key's manifest is refused, whether or not the set still lists the key", arguments: [true, false])
    func revoked(isListed: Bool) async throws {
        var changes: [(path: String, value: JSONValue?)] = [("revoked", ["test-1"])]
        if !isListed { changes.append(("keys 0", nil)) }
        #expect(try await Self.code(changes) == .manifestKeyRevoked)
        #expect(try await Self.code(changes, signer: 8, kid: "test-2") == nil)
    }

    @Test("a manifest that was valid before a revocation is refused after it")
    func revokedLater() async throws {
        let signed = try await ManifestSigner.sign(TestManifest.manifest, key: Self.key(7), kid: "test-1").compactBytes
        var trust = try TestManifest.trust()
        trust.keys = try Self.set()
        _ = try JourneyLoader.verify(signed, trust: trust)
        trust.keys = try Self.set([("revoked", ["test-1"]), ("version", 6)])
        let error = #expect(throws: JourneyError.self) { _ = try JourneyLoader.verify(signed, trust: trust) }
        #expect(error?.code == .manifestKeyRevoked)
    }

    @Test("a key is valid from its first second until before its last")
    func times() async throws {
        func number(_ offset: Int64) -> JSONValue { .number(JSONNumber(Self.second + offset)) }
        #expect(try await Self.code([("keys 0 nbf", number(0)), ("keys 0 exp", number(1))]) == nil)
        #expect(try await Self.code([("keys 0 nbf", number(1))]) == .manifestKeyExpired)
        #expect(try await Self.code([("keys 0 exp", number(0))]) == .manifestKeyExpired)
        #expect(try await Self.code([("keys 1 exp", number(0))]) == nil)
    }

    @Test("an accepted set is refused once it has expired")
    func setTime() async throws {
        #expect(try await Self.code(now: TestManifest.moment.addingTimeInterval(3_599)) == nil)
        #expect(try await Self.code(now: TestManifest.moment.addingTimeInterval(3_600)) == .keysExpired)
        #expect(try await Self.code(now: TestManifest.moment.addingTimeInterval(-61)) == .keysNotYetValid)
    }

    @Test("a manifest of another issuer than its keys' is refused; 1.1 names none and relies on its keys")
    func issuer() async throws {
        for name in ["Other Bank", "test bank", "Test Bank "] {
            let manifest = TestManifest.manifest.setting("issuer", to: .string(name))
            #expect(try await Self.code(manifest: manifest) == .manifestIssuer)
        }
        #expect(try await Self.code(manifest: TestManifest.manifest11) == nil)
    }

    @Test("keys that are not revoked are named")
    func named() throws {
        let set = try Self.set([("revoked", ["gone", "test-2"])])
        #expect(set.keys.keyIDs == ["test-1"])
        #expect(set.revoked == ["gone", "test-2"])
        #expect(set.version == 5)
    }
}
