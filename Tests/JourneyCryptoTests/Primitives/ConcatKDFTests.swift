import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Concat KDF")
struct ConcatKDFTests {
    /// RFC 7518, appendix C.
    @Test("RFC 7518's key is derived by Alice and Bob")
    func rfc7518() throws {
        let alice = try agreementKey("0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo")
        let bob = try agreementKey("VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw")
        #expect(
            alice.publicKey.jwk
                == [
                    "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
                    "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
                ])
        for (own, peer) in [(alice, bob), (bob, alice)] {
            let shared = try own.sharedSecret(with: peer.publicKey)
            #expect(
                shared.revealed == [
                    158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163, 218,
                    128, 106, 72, 246, 218, 167, 121, 140, 254, 144, 196,
                ])
            let key = try ConcatKDF.derive(
                from: shared, for: "A128GCM", partyU: Array("Alice".utf8), partyV: Array("Bob".utf8), count: 16)
            #expect(Base64URL.encode(key.revealed) == "VqqN6vgjbSBcIijNcacQGg")
        }
    }

    /// Uses RFC 7520, section 5.5: the parties have no names, and the content encryption is not supported.
    @Test("RFC 7520's agreed key of section 5.5 matches")
    func rfc7520() throws {
        let recipient = try agreementKey("r_kHyZ-a06rmxM3yESK84r1otSg-aQcVStkRhA-iCM8")
        let ephemeral = try agreementKey("AtH35vJsQ9SGjYfOsjUxYXQKrPH3FjZHmEtSKoSN8cM")
        let key = try ConcatKDF.derive(
            from: recipient.sharedSecret(with: ephemeral.publicKey), for: "A128CBC-HS256", partyU: [], partyV: [],
            count: 32)
        #expect(Base64URL.encode(key.revealed) == "hzHdlfQIAEehb8Hrd_mFRhKsKLEzPfshfXs9l6areCc")
    }

    @Test("a party's name cannot extend into the other's")
    func framing() throws {
        let shared = Secret(copying: [UInt8](0..<32))
        func key(_ name: String, _ partyU: String, _ partyV: String, _ count: Int = 32) throws -> [UInt8] {
            try ConcatKDF.derive(
                from: shared, for: name, partyU: Array(partyU.utf8), partyV: Array(partyV.utf8), count: count
            ).revealed
        }
        let keys = try [
            key("A256GCM", "ab", "c"), key("A256GCM", "a", "bc"), key("A256GCM", "", "abc"), key("A256GCM", "abc", ""),
            key("A256GCM", "", ""), key("A256GCMa", "b", "c"), key("ECDH-ES+A256KW", "", ""),
        ]
        #expect(Set(keys).count == keys.count)
        // The length is part of what is hashed: a short key is not the start of a long one.
        #expect(try key("A256GCM", "", "", 16) != Array(key("A256GCM", "", "").prefix(16)))
    }

    private func agreementKey(_ scalar: String) throws -> P256AgreementKey {
        try P256AgreementKey(scalar: Secret(copying: try #require(Base64URL.decode(scalar))))
    }
}
