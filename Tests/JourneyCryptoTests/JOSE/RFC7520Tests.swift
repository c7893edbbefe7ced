import JourneyBase
import Testing

@testable import JourneyCrypto

/// RFC 7520, for the supported algorithms. The P-256 keys and the derivation of section 5.5 are in the `ConcatKDF` tests.
@Suite("The examples of RFC 7520")
struct RFC7520Tests {
    private static let payload =
        "SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW5kIG"
        + "lmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4"
    private static let kid = "bilbo.baggins@hobbiton.example"
    /// Sections 3.1 and 3.2.
    private static let p521: JSONValue = [
        "kty": "EC", "kid": .string(kid), "use": "sig", "crv": "P-521",
        "x": "AHKZLLOsCOzz5cY97ewNUajB957y-C-U88c3v13nmGZx6sYl_oJXu9A5RkTKqjqvjyekWF-7ytDyRXYgCF5cj0Kt",
        "y": "AdymlHvOiLxXkEhayXQnNCvDX4h9htZaCJN34kfmC6pV5OhQHiraVySsUdaQkAgDPrwQrJmbnX9cwlGfP-HqHZR1",
    ]
    private static let p521Private: JSONValue =
        "AAhRON2r9cqXX1hg-RoI6R1tX5p2rUAYdmpHZoC1XNM56KtscrX6zbKipQrCW9CGZH3T4ubpnoTKLDYJ_fF3_rJt"
    /// Section 3.3.
    private static let rsa: JSONValue = [
        "kty": "RSA", "kid": .string(kid), "use": "sig",
        "n": .string(
            "n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKrKb2wqVw"
                + "GU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpPI9b"
                + "TwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhuaxw"
                + "UkRz5iaiQkqgc5gHdrNP5zw"),
        "e": "AQAB",
    ]

    @Test("the RS256 example 4.1 verifies with its key from a set")
    func rs256() throws {
        let text =
            "eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(Self.payload)."
            + "MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-BDko"
            + "BwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9UzpER"
            + "V0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogoree"
            + "7vjbU5y18kDquDg"
        let set = try JWKSet(["keys": [Self.rsa.with(["alg": "RS256"])]])
        let verified = try CompactJWS.verify(text, typ: nil, keys: set)
        #expect(verified.kid == Self.kid)
        #expect(verified.payload == Base64URL.decode(Self.payload))
        // The key of section 3.3 does not name its RSA algorithm.
        let open = try JWKSet(["keys": [Self.rsa]])
        #expect(throws: JWSError.keyUnknown) { try CompactJWS.verify(text, typ: nil, keys: open) }
    }

    @Test("the ES512 example 4.3 verifies")
    func es512() throws {
        let text =
            "eyJhbGciOiJFUzUxMiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(Self.payload)."
            + "AE_R_YZCChjn4791jSQCrdPZCNYqHXCTZH0-JZGYNlaAjP2kqaluUIIUnC9qvbu9Plon7KRTzoNEuT4Va2cmL1eJAQy3mtPBu_u_sDDyYjnAM"
            + "DxXPn7XrT0lw-kvAD890jl8e2puQens_IEKBpHABlsbEPX6sFY8OcGDqoRuBomu9xQ2"
        let verified = try CompactJWS.verify(text, typ: nil, keys: JWKSet(["keys": [Self.p521]]))
        #expect(verified.payload == Base64URL.decode(Self.payload))
    }

    @Test("the P-521 private key 3.2 signs for its public key")
    func privateKey() async throws {
        let own = try PrivateJWK(JWKSamples.secret(Self.p521.with(["d": Self.p521Private])))
        #expect(own.kid == Self.kid)
        let text = try await CompactJWS.sign([1, 2, 3], typ: nil, kid: own.kid, key: own.signer())
        #expect(try CompactJWS.verify(text, typ: nil, keys: JWKSet(["keys": [Self.p521]])).payload == [1, 2, 3])
    }

    @Test("symmetric keys 3.5 and 3.6 are read into locked memory, and the MAC key is unusable here")
    func symmetric() throws {
        let mac = try PrivateJWK(
            JWKSamples.secret([
                "kty": "oct", "kid": "018c0ae5-4d9b-471b-bfd6-eef314bc7037", "use": "sig", "alg": "HS256",
                "k": "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg",
            ]))
        #expect(mac.symmetricKey?.count == 32)
        #expect(throws: JWKError.purpose) { try mac.signer() }
        #expect(throws: JWKError.purpose) { try mac.recipient() }
        let content = try PrivateJWK(
            JWKSamples.secret([
                "kty": "oct", "kid": "1e571774-2e08-40da-8308-e8d68773842d", "use": "enc", "alg": "A256GCM",
                "k": "AAPapAv4LbFbiVawEjagUBluYqN5rhna-8nuldDvOx8",
            ]))
        #expect(throws: Never.self) { try content.recipient() }
    }

    private static let plaintext =
        "You can trust us to stick with you through thick and thin\u{2013}to the bitter end. And you can trust us to keep any "
        + "secret of yours\u{2013}closer than you keep it yourself. But you cannot trust us to let you face trouble alone, and "
        + "go off without a word. We are your friends, Frodo."

    @Test("the shared-key encryption 5.6 is reproduced exactly and decrypted")
    func direct() throws {
        let text =
            "eyJhbGciOiJkaXIiLCJraWQiOiI3N2M3ZTJiOC02ZTEzLTQ1Y2YtODY3Mi02MTdiNWI0NTI0M2EiLCJlbmMiOiJBMTI4R0NNIn0.."
            + "refa467QzzKx6QAB.JW_i_f52hww_ELQPGaYyeAB6HYGcR559l9TYnSovc23XJoBcW29rHP8yZOZG7YhLpT1bjFuvZPjQS-m0IFtVcXkZXdH_"
            + "lr_FrdYt9HRUYkshtrMmIUAyGmUnd9zMDB2n0cRDIHAzFVeJUDxkUwVAE7_YGRPdcqMyiBoCO-FBdE-Nceb4h3-FtBP-c_BIwCPTjb9o0Sbd"
            + "cdREEMJMyZBH8ySWMVi1gPD9yxi-aQpGbSv_F9N4IZAxscj5g-NJsUPbjk29-s7LJAGb15wEBtXphVCgyy53CoIKLHHeJHXex45Uz9aKZSRS"
            + "InZI-wjsY0yu3cT4_aQ3i1o-tiE-F8Ios61EKgyIQ4CWao8PFMj8TTnp.vbb32Xvllea2OtmHAdccRQ"
        let key = try PrivateJWK(
            JWKSamples.secret([
                "kty": "oct", "kid": "77c7e2b8-6e13-45cf-8672-617b5b45243a", "use": "enc", "alg": "A128GCM",
                "k": "XctOhJAkA-pD9Lh7ZgW_2A",
            ]))
        let opened = try CompactJWE.open(text, with: key.recipient())
        #expect(opened.content == Array(Self.plaintext.utf8))
        #expect(opened.kid == key.kid)
    }

    /// Checks agreement, derivation and wrapping separately: section 5.4 wraps with 128 bits, which is not supported.
    @Test("the agreement on P-384, key wrapping and content of 5.4 match")
    func p384() throws {
        let own = try AgreementKey(
            scalar: secret("iTx2pk7wW-GqJkHcEkFQb2EFyYcO7RugmaW3mRrQVAOUiPommT0IdnYK2xDlZh-j"), on: .p384)
        #expect(own.publicKey == (try JWK(JWKSamples.rfc7520P384).key))
        let ephemeral = try AgreementKey(
            scalar: secret("D5H4Y_5PSKZvhfVFbcCYJOtcGZygRgfZkpsBr59Icmmhe9sW6nkZ8WfwhinUfWJg"), on: .p384)
        let agreed = try ConcatKDF.derive(
            from: own.sharedSecret(with: ephemeral.publicKey), for: "ECDH-ES+A128KW", partyU: [], partyV: [], count: 16)
        let contentKey = try AESKeyWrap.unwrap(
            try #require(Base64URL.decode("0DJjBXri_kBcC46IkU5_Jk9BqaQeHdv2")), with: agreed)
        #expect(Base64URL.encode(contentKey.revealed) == "Nou2ueKlP70ZXDbq9UrRwg")
    }

    /// Checks section 5.8, whose key management is not supported.
    @Test("the wrapped content key of 5.8 matches")
    func wrapped() throws {
        let wrapped = try AESKeyWrap.wrap(secret("aY5_Ghmk9KxWPBLu_glx1w"), with: secret("GZy6sIZ6wl9NJOKB-jnmVQ"))
        #expect(Base64URL.encode(wrapped) == "CBI6oDw8MydIx1IBntf_lQcw2MmJKIQx")
    }

    private func secret(_ text: String) throws -> Secret { Secret(copying: try #require(Base64URL.decode(text))) }
}
