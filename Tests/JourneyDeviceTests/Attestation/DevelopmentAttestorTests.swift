import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyDevice

@Suite("The development attestor")
struct DevelopmentAttestorTests {
    private let hash = SHA256.hash(Array("client data".utf8))

    private func claims(_ evidence: [UInt8]) throws -> JSONValue {
        let parts = String(decoding: evidence, as: UTF8.self).split(separator: ".")
        return try JSONReader.read(try #require(Base64URL.decode(parts[1])))
    }

    @Test("evidence is signed by the requested key, covers the client data, and names the app")
    func evidence() async throws {
        let scratch = try Scratch()
        let attestor = DevelopmentAttestor(
            store: try SealedFileStore(directory: scratch.store), appID: "TEAM123456.app")
        let id = try await attestor.generateKey()
        let evidence = try await attestor.attest(id, clientDataHash: hash)
        let said = try claims(evidence)
        guard case .p256(let key) = try JWK(try #require(said["jwk"])).key else { throw AttestorError.unsupported }
        #expect(SHA256.hash(key.x963) == id)
        #expect(said["appId"] == "TEAM123456.app")
        #expect(said["clientDataHash"]?.string == Base64URL.encode(hash))
        let text = String(decoding: evidence, as: UTF8.self)
        #expect(try CompactJWS.verify(text, typ: "journey-development-attestation+jwt", key: key).isEmpty == false)
        let assertion = try await attestor.assert(id, clientDataHash: hash)
        #expect(try claims(assertion)["counter"] == 1)
        #expect(
            try CompactJWS.verify(
                String(decoding: assertion, as: UTF8.self), typ: "journey-development-assertion+jwt", key: key
            ).isEmpty == false)
    }

    @Test("the counter continues after a restart, and concurrent assertions get distinct numbers")
    func counter() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let attestor = DevelopmentAttestor(store: store, appID: "TEAM123456.app")
        let id = try await attestor.generateKey()
        #expect(try claims(try await attestor.assert(id, clientDataHash: hash))["counter"] == 1)
        let again = DevelopmentAttestor(store: try SealedFileStore(directory: scratch.store), appID: "TEAM123456.app")
        #expect(try claims(try await again.assert(id, clientDataHash: hash))["counter"] == 2)
    }

    @Test("an unknown or removed key, or a malformed key ID, is keyInvalid")
    func unknown() async throws {
        let scratch = try Scratch()
        let attestor = DevelopmentAttestor(
            store: try SealedFileStore(directory: scratch.store), appID: "TEAM123456.app")
        let first = try await attestor.generateKey()
        let second = try await attestor.generateKey()
        #expect(first != second)
        for key in [first, [], SHA256.hash([]), Array(second.dropLast())] {
            await #expect(throws: AttestorError.keyInvalid) { try await attestor.attest(key, clientDataHash: hash) }
            await #expect(throws: AttestorError.keyInvalid) { try await attestor.assert(key, clientDataHash: hash) }
        }
    }

    @Test("App Attest codes map to unsupported, keyInvalid or unavailable")
    func codes() {
        let table: [(Int, AttestorError)] = [
            (0, .unavailable), (1, .unsupported), (2, .keyInvalid), (3, .keyInvalid), (4, .unavailable),
            (5, .unavailable), (-1, .unavailable),
        ]
        for (code, fault) in table { #expect(AppAttestCode.fault(code) == fault, "\(code)") }
    }
}
