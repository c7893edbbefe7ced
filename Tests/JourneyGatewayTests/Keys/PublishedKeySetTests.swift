import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("Published key sets")
struct PublishedKeySetTests {
    let key: P256PrivateKey
    let list: JSONValue

    init() throws {
        key = try .generate()
        list = try #require(
            try JWKSet(["a": key.publicKey, "b": try P256PrivateKey.generate().publicKey]).json["keys"])
    }

    @Test("a revoked key verifies nothing, and is published as revoked")
    func revoked() throws {
        let set = try PublishedKeySet(["version": 2, "keys": list, "revoked": ["b", "z"]])
        #expect(set.keys.keyIDs == ["a"] && set.revoked == ["b", "z"] && set.version == 2)
        let published = try JSONReader.read(set.published)
        #expect(published["revoked"] == ["b", "z"])
        #expect(try JWKSet(published).keyIDs == ["a"])
    }

    @Test("a malformed or empty key set is refused")
    func refused() throws {
        for json: JSONValue in [
            [:], ["keys": list], ["version": 0, "keys": list], ["version": "1", "keys": list],
            ["version": 1, "keys": []], ["version": 1, "keys": list, "revoked": ["a", "b"]],
            ["version": 1, "keys": list, "revoked": "a"], ["version": 1, "keys": list, "revoked": ["a", "a"]],
            ["version": 1, "keys": list, "revoked": [""]], ["version": 1, "keys": list, "revokd": []],
        ] {
            let error = #expect(throws: JourneyError.self) { try PublishedKeySet(json) }
            #expect(error?.code == .keysInvalid)
        }
    }

    @Test("a revoked key under another ID is refused")
    func again() throws {
        let twice = try JWKSet(["a": key.publicKey, "b": key.publicKey]).json["keys"] ?? []
        #expect(try PublishedKeySet(["version": 1, "keys": twice]).keys.keyIDs == ["a", "b"])
        let error = #expect(throws: JourneyError.self) {
            try PublishedKeySet(["version": 1, "keys": twice, "revoked": ["b"]])
        }
        #expect(error?.code == .keysInvalid)
    }

    @Test("a key set is replaced by a higher version that revokes at least the same keys")
    func successors() throws {
        let old = try PublishedKeySet(["version": 2, "keys": list, "revoked": ["b"]])
        func code(_ json: JSONValue) throws -> ErrorCode? {
            let next = try PublishedKeySet(json)
            do throws(JourneyError) {
                try old.record.check(successor: next.record)
                return nil
            } catch { return error.code }
        }
        #expect(try code(["version": 2, "keys": list, "revoked": ["b"]]) == nil)
        #expect(try code(["version": 3, "keys": list, "revoked": ["b", "c"]]) == nil)
        #expect(try code(["version": 2, "keys": list, "revoked": ["b", "c"]]) == .keysRollback)
        #expect(try code(["version": 1, "keys": list, "revoked": ["b"]]) == .keysRollback)
        #expect(try code(["version": 3, "keys": list]) == .keysRollback)
    }
}
