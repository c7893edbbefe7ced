/// The Wycheproof files that no test reads, and the reasons. Every other file is read by a test.
///
/// A reason applies to all files whose names begin with one of its prefixes.
enum WycheproofCoverage {
    /// Files that tests read, without `_test.json`.
    static let read: Set<String> = Set(
        [
            "aes_gcm", "aes_wrap", "ed25519", "hkdf_sha256", "hmac_sha256", "json_web_key",
            "ecdsa_secp256r1_sha256", "ecdsa_secp256r1_sha256_p1363", "ecdsa_secp384r1_sha384", "ecdh_secp256r1",
            "rsa_signature_2048_sha256", "rsa_oaep_2048_sha256_mgf1sha256", "rsa_pkcs1_2048",
        ] + WycheproofSignatureTests.raw.map(\.name) + WycheproofSignatureTests.der.map(\.name)
            + WycheproofSignatureTests.pkcs1.map(\.name) + WycheproofSignatureTests.pss.map(\.name)
            + WycheproofSignatureTests.made + WycheproofAgreementTests.points.map(\.name)
            + WycheproofAgreementTests.spkis.map(\.name) + WycheproofAgreementTests.longerHKDF.map(\.name)
            + WycheproofAgreementTests.oaep.map(\.name) + WycheproofAgreementTests.longerPKCS1)

    /// Prefixes of files that no test reads.
    static let unread: [(reason: String, prefixes: [String])] = [
        (
            "an algorithm that this package does not have",
            [
                "aead_aes_siv_cmac", "aes_ccm", "aes_cmac", "aes_eax", "aes_gcm_siv", "aes_kwp", "aes_siv_cmac",
                "aes_xts",
                "chacha20_", "xchacha20_", "dsa_", "ed448", "mldsa_", "mlkem_", "x25519", "x448",
            ]
        ),
        (
            "a curve that this package does not have",
            ["ecdh_secp224r1", "ecdh_secp256k1", "ecdsa_secp192r1", "ecdsa_secp224r1", "ecdsa_secp256k1"]
        ),
        (
            "a digest that this package does not sign or derive with: SHA-1, SHA-224, SHA-512/t, SHA-3",
            [
                "ecdsa_secp256r1_sha3_", "ecdsa_secp384r1_sha3_", "ecdsa_secp521r1_sha3_", "hkdf_sha1",
                "rsa_oaep_2048_sha1_", "rsa_oaep_2048_sha224_", "rsa_oaep_2048_sha512_224_",
                "rsa_oaep_3072_sha512_256_",
                "rsa_pss_2048_sha1_", "rsa_pss_2048_sha512_224_", "rsa_pss_2048_sha512_256_",
                "rsa_signature_2048_sha224",
                "rsa_signature_2048_sha3_", "rsa_signature_2048_sha512_2", "rsa_signature_3072_sha3_",
                "rsa_signature_3072_sha512_2", "rsa_signature_4096_sha512_2",
            ]
        ),
        (
            "MGF1 with another digest than the message's, which no call of this package can ask for",
            [
                "rsa_oaep_2048_sha256_mgf1sha1", "rsa_oaep_2048_sha384_mgf1sha1", "rsa_oaep_2048_sha512_mgf1sha1",
                "rsa_oaep_3072_sha256_mgf1sha1", "rsa_oaep_3072_sha512_mgf1sha1", "rsa_oaep_4096_sha256_mgf1sha1",
                "rsa_oaep_4096_sha512_mgf1sha1", "rsa_pss_2048_sha256_mgf1sha1_20",
            ]
        ),
        (
            "a salt of another length than the digest's, which no call of this package can ask for",
            ["rsa_pss_2048_sha256_mgf1_0", "rsa_pss_4096_sha512_mgf1_32"]
        ),
        (
            "several keys, digests and salts in one file, of which the ones above are ours",
            ["rsa_oaep_misc", "rsa_pss_misc"]
        ),
        ("keys below 2,048 bits", ["rsa_pkcs1_1024_sig_gen", "rsa_pkcs1_1536_sig_gen"]),
        (
            "the parameters of RSASSA-PSS in the key, which this package refuses",
            [
                "rsa_pss_2048_sha256_mgf1_32_params", "rsa_pss_2048_sha512_mgf1sha256_32_params",
                "rsa_pss_3072_sha256_mgf1_32_params",
            ]
        ),
        ("the parameters of RSASSA-PSS in the key, which this package refuses", ["rsa_pss_4096_sha512_mgf1_64_params"]),
        (
            "the same keys as in the file without this ending, in another wrapping",
            [
                "ecdh_secp256r1_pem", "ecdh_secp384r1_pem", "ecdh_secp521r1_pem", "ecdh_secp256r1_webcrypto",
                "ecdh_secp384r1_webcrypto", "ecdh_secp521r1_webcrypto",
            ]
        ),
    ]
}
