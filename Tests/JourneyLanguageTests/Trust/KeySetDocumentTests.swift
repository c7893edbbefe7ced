import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("Attacks on key set documents")
struct KeySetDocumentTests {
    /// Returns a device's error for the changed set, signed by `root` under the ID `kid`.
    private static func code(
        _ changes: [(path: String, value: JSONValue?)] = [], root: UInt8 = 9, kid: String = "root-1",
        now: Date = TestManifest.moment, anchor: ManifestAnchor? = nil, tamper: ((JSONValue) -> JSONValue)? = nil
    ) async throws -> ErrorCode? {
        // Not signed with `ManifestKeySet.sign`, which refuses most of these documents.
        let signed = try await ManifestSigner.sign(
            KeySetTests.document(changes), key: KeySetTests.key(root), kid: kid)
        let anchor = try anchor ?? KeySetTests.anchor()
        do throws(JourneyError) {
            _ = try ManifestKeySet.verify((tamper?(signed) ?? signed).compactBytes, anchor: anchor, now: now)
            return nil
        } catch { return error.code }
    }

    @Test("a set must be signed by a root, and another key under a root's ID is refused")
    func roots() async throws {
        #expect(try await Self.code() == nil)
        #expect(try await Self.code(root: 10, kid: "root-2") == nil)
        #expect(try await Self.code(root: 10, kid: "root-1") == .keysInvalid)
        #expect(try await Self.code(root: 7, kid: "root-1") == .keysInvalid)
        #expect(try await Self.code(root: 7, kid: "test-1") == .keysInvalid, "a key of the day signs no next set")
        let nobody = ManifestAnchor(issuer: "Test Bank", environment: "sandbox", keys: JWKSet())
        #expect(try await Self.code(anchor: nobody) == .keysInvalid)
    }

    @Test(
        "one key cannot be listed as a root with another algorithm, or revoked under another ID")
    func sameKey() async throws {
        // An RSA key has two algorithms; the private half of this one was discarded.
        let modulus =
            "r1lWBzrPtJsyTrMOXWELNHibi8k3HGPRkadvhizPKcVm5t1dx6YGIrEMXb6nnnzBQcNjtYgm9lnRrGwTBaXcFKL1hnKoKbSWEFEz"
            + "eqbk-0C3c8Oqqa5-MdnekBVoifT2PPhVOjdUsVdDS7mPmJ5AhuPgn4bFiYQSiAR8qwQ1KXA2MIxqpzi2UQ5B2PJtXLl2ahQ2SqmV"
            + "qW8DpCl8Wu-KoaNBsGjw5wcn4NIx8nK3PbhKEbpHDx6IrphjPS2ubUvlYoI45NJFH1MG4lm_M9LHNmnWOGE-SwbHc-WBUWxfvEbw"
            + "7tK5b2UISSpaoi_G7PvNjAeoGRb1E_V-ixvdkylzKw"
        func rsa(_ kid: String, _ algorithm: String) -> JSONValue {
            ["kty": "RSA", "kid": .string(kid), "alg": .string(algorithm), "e": "AQAB", "n": .string(modulus)]
        }
        let roots = try KeySetTests.anchor().keys.json["keys"]?.array ?? []
        let anchor = ManifestAnchor(
            issuer: "Test Bank", environment: "sandbox",
            keys: try JWKSet(["keys": .array(roots + [rsa("root-3", "PS256")])]))
        let keys = try KeySetTests.document()["keys"]?.array ?? []
        for algorithm in ["RS256", "PS256"] {
            let listed = JSONValue.array(keys + [rsa("test-3", algorithm)])
            #expect(try await Self.code([("keys", listed)], anchor: anchor) == .keysInvalid)
            #expect(try await Self.code([("keys", listed)]) == nil, "no root's, it is a key like any other")
        }
        let again = try #require(keys[0].object).merging(["kid": "test-3"]) { $1 }
        let twice = JSONValue.array(keys + [.object(again)])
        #expect(try await Self.code([("keys", twice), ("revoked", ["test-1"])]) == .keysInvalid)
        #expect(try await Self.code([("keys", twice), ("revoked", ["test-1", "test-3"])]) == nil)
        #expect(try await Self.code([("keys", twice)]) == nil)
    }

    @Test("a root of two environments or issuers cannot sign for another one")
    func binding() async throws {
        #expect(try await Self.code([("environment", "production")]) == .keysMismatch)
        #expect(try await Self.code(anchor: KeySetTests.anchor(environment: "production")) == .keysMismatch)
        #expect(try await Self.code([("issuer", "Other Bank")]) == .keysMismatch)
        #expect(try await Self.code([("issuer", "test bank")]) == .keysMismatch)
        let production = try KeySetTests.anchor(environment: "production")
        #expect(try await Self.code([("environment", "production")], anchor: production) == nil)
    }

    @Test("a set is valid from its notBefore until before its notAfter")
    func time() async throws {
        let moment = TestManifest.moment
        #expect(try await Self.code(now: moment.addingTimeInterval(-60)) == nil)
        #expect(try await Self.code(now: moment.addingTimeInterval(-61)) == .keysNotYetValid)
        #expect(try await Self.code(now: moment.addingTimeInterval(3_599)) == nil)
        #expect(try await Self.code(now: moment.addingTimeInterval(3_600)) == .keysExpired)
    }

    @Test("a changed set, or one without its signature, is refused")
    func tampered() async throws {
        let changes: [(String, JSONValue?)] = [
            ("revoked", ["x"]), ("revoked", nil), ("keys 1", nil), ("version", 6), ("notAfter", "2036-01-01T00:00:00Z"),
            ("environment", "production"), ("signature", nil), ("signature", ""), ("signature", "a..b"),
            ("signature", 1),
        ]
        for (path, value) in changes {
            #expect(try await Self.code(tamper: { $0.setting(path, to: value) }) == .keysInvalid, "\(path)")
        }
    }

    static let bad: [(path: String, value: JSONValue?)] = [
        ("version", nil), ("version", 0), ("version", -1), ("version", "5"), ("version", true), ("issuer", nil),
        ("issuer", ""), ("issuer", .string(String(repeating: "a", count: 129))), ("environment", nil),
        ("environment", "test"), ("environment", "Sandbox"), ("notBefore", nil), ("notAfter", nil),
        ("notAfter", "2026-01-01T00:00:00Z"), ("notAfter", "tomorrow"), ("keys", nil), ("keys", [:]),
        ("keys 0 kid", "test-2"), ("keys 0 kid", nil), ("keys 0 d", "AA"), ("keys 0 nbf", "now"), ("keys 0 exp", -1),
        ("revoked", "test-1"), ("revoked", [1]), ("revoked", ["a b"]), ("revoked", ["a", "a"]),
        ("revoked", .array((0...1_000).map { .string("k\($0)") })), ("revoke", ["test-1"]), ("skipSignature", true),
    ]

    @Test("a correctly signed but malformed set is refused whole, such as a misspelt revocation")
    func misshapen() async throws {
        for change in Self.bad {
            #expect(try await Self.code([change]) == .keysInvalid, "\(change)")
            let document = try KeySetTests.document([change])
            #expect(throws: JourneyError.self, "\(change)") {
                try ManifestKeySet.sign(document, key: KeySetTests.key(9), kid: "root-1")
            }
        }
        #expect(try await Self.code([("keys 0 nbf", 20), ("keys 0 exp", 20)]) == .keysInvalid)
        #expect(try await Self.code([("keys 0 nbf", 20), ("keys 0 exp", 21)]) == nil)
        #expect(try await Self.code([("revoked", .array((1...1_000).map { .string("k\($0)") }))]) == nil)
    }

    @Test("a root among the listed keys is refused under any name")
    func rootListed() async throws {
        let root = try #require(JWKSet(["spare": KeySetTests.key(10).publicKey]).json["keys"]?[0])
        #expect(try await Self.code([("keys 1", root)]) == .keysInvalid)
    }

    @Test("bytes that are not strict JSON, or too many, are refused before use")
    func bytes() throws {
        for text in ["", "[]", "null", "{", #"{"version":1,"version":2}"#, String(repeating: " ", count: 262_145)] {
            let error = #expect(throws: JourneyError.self) {
                try ManifestKeySet.verify(Array(text.utf8), anchor: KeySetTests.anchor(), now: TestManifest.moment)
            }
            #expect(error?.code == .keysInvalid)
        }
    }

    @Test("a manifest is not a key set nor the reverse, whoever signed it")
    func confusion() async throws {
        let manifest = try await ManifestSigner.sign(TestManifest.manifest, key: KeySetTests.key(9), kid: "root-1")
        #expect(throws: JourneyError.self) {
            try ManifestKeySet.verify(manifest.compactBytes, anchor: KeySetTests.anchor(), now: TestManifest.moment)
        }
        let set = try await ManifestSigner.sign(
            KeySetTests.document(), key: TestManifest.key(), kid: TestManifest.keyID)
        let trust = try TestManifest.trust()
        #expect(throws: JourneyError.self) { _ = try JourneyLoader.verify(set.compactBytes, trust: trust) }
    }

    @Test("a signed set opens again with the same bytes")
    func roundTrip() throws {
        let bytes = try ManifestKeySet.sign(KeySetTests.document(), key: KeySetTests.key(9), kid: "root-1")
        let set = try ManifestKeySet.open(bytes, anchor: KeySetTests.anchor())
        #expect(set.document == bytes)
        #expect(set.json == (try JSONReader.read(bytes)))
        #expect(set.keys.keyIDs == ["test-1", "test-2"])
    }

    @Test("an anchor round-trips, and an extra member is refused")
    func anchors() throws {
        let anchor = try KeySetTests.anchor()
        #expect(try ManifestAnchor(anchor.json) == anchor)
        for (path, value) in [
            ("issuer", nil), ("environment", "test"), ("keys", nil), ("keys 0 d", "AA"), ("trustAll", true),
        ] as [(String, JSONValue?)] {
            let error = #expect(throws: JourneyError.self) { try ManifestAnchor(anchor.json.setting(path, to: value)) }
            #expect(error?.code == .keysInvalid)
        }
    }
}
