import JourneyBase
import JourneyCrypto
import Testing

/// RFC 7515, appendix A, and RFC 8037, appendix A, through the same API as all tokens.
@Suite("The examples of RFC 7515 and RFC 8037")
struct RFC7515Tests {
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let es256 =
        "eyJhbGciOiJFUzI1NiJ9.\(payload)."
        + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    private static let es512 =
        "eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA."
        + "AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2YBJZCPE"
        + "X3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn"
    private static let rs256 =
        "eyJhbGciOiJSUzI1NiJ9.\(payload)."
        + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1d"
        + "nZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwu"
        + "sC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"

    @Test("the RS256 example A.2 verifies")
    func a2() throws {
        let key = try VerificationKey(JWK(JWKSamples.rfc7515RSA).key, by: .rs256)
        #expect(try CompactJWS.verify(Self.rs256, typ: nil, key: key) == Base64URL.decode(Self.payload))
    }

    @Test("the ES256 example A.3 verifies, and the private key gives the public one")
    func a3() throws {
        let key = try VerificationKey(JWK(JWKSamples.rfc7515P256))
        #expect(try CompactJWS.verify(Self.es256, typ: nil, key: key) == Base64URL.decode(Self.payload))
        let own = try PrivateJWK(
            JWKSamples.secret(JWKSamples.rfc7515P256.with(["d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"])))
        #expect(own.publicKey == key.key)
    }

    @Test("the ES512 example A.4 verifies, and the private key gives the public one")
    func a4() throws {
        let key = try VerificationKey(JWK(JWKSamples.rfc7515P521))
        #expect(try CompactJWS.verify(Self.es512, typ: nil, key: key) == Array("Payload".utf8))
        let own = try PrivateJWK(
            JWKSamples.secret(
                JWKSamples.rfc7515P521.with([
                    "d": "AY5pb7A0UFiB3RELSD64fTLOSV_jazdF7fLYyuTw8lOfRhWg6Y6rUrPAxerEzgdRhajnu0ferB0d53vM9mE15j2C"
                ])))
        #expect(own.publicKey == key.key)
    }

    @Test("the MAC and unsigned examples A.1 and A.5 are refused")
    func refused() throws {
        let key = try VerificationKey(JWK(JWKSamples.rfc7515P256))
        let hs256 =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.payload).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(throws: JWSError.algorithm) { try CompactJWS.verify(hs256, typ: "JWT", key: key) }
        let none = "eyJhbGciOiJub25lIn0.\(Self.payload)."
        #expect(throws: JWSError.algorithm) { try CompactJWS.verify(none, typ: nil, key: key) }
    }

    /// The examples have no key id, but a set requires one.
    @Test("a token without a key id verifies with one key and not with a set")
    func noKeyID() throws {
        let keys = try JWKSet(JWKSamples.verificationKeys())
        for text in [Self.es256, Self.es512, Self.rs256] {
            #expect(throws: JWSError.malformed) { try CompactJWS.verify(text, typ: nil, keys: keys) }
        }
    }

    /// Checks RFC 8037, appendices A.1, A.4 and A.5; Ed25519 signatures are deterministic.
    @Test("the Ed25519 example is signed and verified")
    func ed25519() async throws {
        let expected =
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
            + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        let key = try PrivateJWK(
            JWKSamples.secret(JWKSamples.rfc8037.with(["d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"])))
        let payload = Array("Example of Ed25519 signing".utf8)
        #expect(try await CompactJWS.sign(payload, typ: nil, kid: nil, key: key.signer()) == expected)
        let verifying = try VerificationKey(JWK(JWKSamples.rfc8037))
        #expect(try CompactJWS.verify(expected, typ: nil, key: verifying) == payload)
    }
}
