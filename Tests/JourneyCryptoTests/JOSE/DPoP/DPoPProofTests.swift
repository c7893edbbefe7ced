import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("DPoP proofs")
struct DPoPProofTests {
    /// The proofs of RFC 9449, figures 1 and 12, and the token of the second.
    private static let head =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0Rsc"
        + "EJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2"
        + "In19"
    private static let forTheToken =
        head + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva"
        + "2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37"
        + "xRZT3Lg"
    private static let forTheResource =
        head + ".eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wc"
        + "m90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzb"
        + "VFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
    private static let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"

    private func url(_ text: String) throws -> HTTPSURL { try #require(HTTPSURL(text)) }

    @Test("the proofs of RFC 9449 are read, and belong to their requests")
    func published() throws {
        let first = try DPoPProof(Self.forTheToken)
        #expect(first.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(first.identifier == "-BwC3ESc6acc2lTc" && first.issued == 1_562_262_616 && first.nonce == nil)
        try first.check(.post, try url("https://server.example.com/token"), token: nil, now: 1_562_262_616)
        let second = try DPoPProof(Self.forTheResource)
        try second.check(
            .get, try url("https://resource.example.org/protectedresource?q=1"), token: Self.token, now: 1_562_262_670)
    }

    @Test(
        "a proof is not accepted for another request, token or time",
        arguments: [
            (HTTPMethod.post, "https://resource.example.org/protectedresource", "", 0, DPoPProof.Fault.target),
            (.get, "https://resource.example.org/protectedresource/", "", 0, .target),
            (.get, "https://resource.example.org/Protectedresource", "", 0, .target),
            (.get, "https://resource.example.com/protectedresource", "", 0, .target),
            (.get, "https://resource.example.org:8443/protectedresource", "", 0, .target),
            (.get, "https://resource.example.org/protectedresource", "x", 0, .token),
            (.get, "https://resource.example.org/protectedresource", "", 61, .time),
            (.get, "https://resource.example.org/protectedresource", "", -6, .time),
        ] as [(HTTPMethod, String, String, Int64, DPoPProof.Fault)])
    func others(method: HTTPMethod, address: String, more: String, seconds: Int64, fault: DPoPProof.Fault) throws {
        let proof = try DPoPProof(Self.forTheResource)
        let address = try url(address)
        #expect(throws: fault) {
            try proof.check(method, address, token: Self.token + more, now: proof.issued + seconds)
        }
    }

    @Test("a proof with a token's hash is none for a token request, and the other way round")
    func hashes() throws {
        let (bound, free) = (try DPoPProof(Self.forTheResource), try DPoPProof(Self.forTheToken))
        let (resource, server) = (
            try url("https://resource.example.org/protectedresource"), try url("https://server.example.com/token")
        )
        #expect(throws: DPoPProof.Fault.token) { try bound.check(.get, resource, token: nil, now: bound.issued) }
        #expect(throws: DPoPProof.Fault.token) { try free.check(.post, server, token: Self.token, now: free.issued) }
    }

    @Test("one changed character in any part is refused")
    func changed() throws {
        for text in [Self.forTheToken, Self.forTheResource] {
            for index in stride(from: 3, to: text.utf8.count, by: 11) {
                var bytes = Array(text.utf8)
                guard bytes[index] != UInt8(ascii: ".") else { continue }
                bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
                #expect(throws: DPoPProof.Fault.self) { try DPoPProof(String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }

    /// Signs any header and claims.
    private func signed(_ header: JSONValue, _ claims: JSONValue, by key: P256PrivateKey) throws -> String {
        let text = Base64URL.encode(header.compactBytes) + "." + Base64URL.encode(claims.compactBytes)
        return text + "." + Base64URL.encode(try key.sign(Array(text.utf8)))
    }

    @Test("headers and claims that a proof must not have are refused")
    func forms() throws {
        let key = try P256PrivateKey.generate()
        let jwk = PublicKey.p256(key.publicKey).jwk
        let header: [String: JSONValue] = ["typ": "dpop+jwt", "alg": "ES256", "jwk": jwk]
        let claims: [String: JSONValue] = ["jti": "a", "htm": "GET", "htu": "https://a.example/", "iat": 5]
        func proof(_ changes: [String: JSONValue?], claims other: [String: JSONValue?] = [:]) throws -> DPoPProof {
            var (head, body) = (header, claims)
            for (name, value) in changes { head[name] = value }
            for (name, value) in other { body[name] = value }
            return try DPoPProof(try signed(.object(head), .object(body), by: key))
        }
        #expect(try proof([:]).issued == 5)
        #expect(try proof(["kid": "k"], claims: ["nonce": "n"]).nonce == "n")
        var secret = jwk.object ?? [:]
        secret["d"] = .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))
        let refused: [([String: JSONValue?], [String: JSONValue?], DPoPProof.Fault)] = [
            (["typ": "jwt"], [:], .malformed), (["typ": nil as JSONValue?], [:], .malformed),
            (["jwk": nil as JSONValue?], [:], .malformed), (["jwk": .object(secret)], [:], .malformed),
            (["jwk": ["kty": "oct", "k": "AAAA"]], [:], .malformed), (["jku": "https://a.example/"], [:], .malformed),
            (["x5c": []], [:], .malformed), (["crit": ["b64"]], [:], .malformed), (["alg": "none"], [:], .algorithm),
            (["alg": "HS256"], [:], .algorithm), (["alg": "RS256"], [:], .algorithm),
            (["alg": "ES384"], [:], .algorithm),
            ([:], ["jti": nil as JSONValue?], .malformed), ([:], ["jti": ""], .malformed),
            ([:], ["jti": .string(String(repeating: "j", count: 257))], .malformed),
            ([:], ["htm": nil as JSONValue?], .malformed), ([:], ["htu": nil as JSONValue?], .malformed),
            ([:], ["iat": "5"], .malformed), ([:], ["iat": nil as JSONValue?], .malformed),
            ([:], ["ath": 7], .malformed), ([:], ["nonce": 7], .malformed),
        ]
        for (head, body, fault) in refused {
            #expect(throws: fault, "\(head) \(body)") { try proof(head, claims: body) }
        }
        let other = try P256PrivateKey.generate()
        #expect(throws: DPoPProof.Fault.signature) {
            try DPoPProof(try signed(.object(header), .object(claims), by: other))
        }
        #expect(throws: DPoPProof.Fault.malformed) { try DPoPProof(String(repeating: "a", count: 4_097)) }
        #expect(throws: DPoPProof.Fault.malformed) { try DPoPProof("a.b") }
    }

    @Test("a proof that is made is accepted for its request with each type of key")
    func made() async throws {
        let (p256, ed25519, rsa) = (
            try P256PrivateKey.generate(), try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate()
        )
        let keys: [(any MessageSigner, PublicKey)] = [
            (p256, .p256(p256.publicKey)), (ed25519, .ed25519(ed25519.publicKey)),
            (try rsa.signer(.ps256), .rsa(rsa.publicKey)),
        ]
        let address = try url("https://a.example/x?y=z")
        for (signer, key) in keys {
            let text = try await DPoPProof.make(
                for: .put, address, token: "t", nonce: "n", identifier: "i", at: 100, by: signer, key)
            let proof = try DPoPProof(text)
            #expect(proof.thumbprint == key.thumbprint && proof.nonce == "n" && proof.identifier == "i")
            try proof.check(.put, try url("https://a.example/x"), token: "t", now: 130)
        }
    }
}
