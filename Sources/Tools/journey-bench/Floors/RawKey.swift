import COpenSSL

/// An OpenSSL key pair with one context per operation, reused between calls as in a C program. Signatures are in the library's
/// format, which is DER on curves, and over a digest, except for Ed25519.
final class RawKey {
    private let key, signing, verifying: OpaquePointer
    private let digest: RawSymmetric.Digest
    private let hash: RawSymmetric
    private let isMessage: Bool
    private let out = UnsafeMutablePointer<UInt8>.allocate(capacity: RawKey.most)
    private let signature = UnsafeMutablePointer<UInt8>.allocate(capacity: RawKey.most)
    private var signatureCount = 0
    private let message = [UInt8](repeating: 7, count: 20)

    /// The maximum length of a signature, in bytes.
    private static let most = 512

    /// Takes ownership of `key`, which signs digests of `digest`. `isPSS` is for RSA keys.
    init(owning key: OpaquePointer?, _ digest: RawSymmetric.Digest, of hash: RawSymmetric, isPSS: Bool = false) throws {
        guard let key else { throw BenchError(what: "OpenSSL could not generate the key.") }
        (self.key, self.digest, self.hash) = (key, digest, hash)
        isMessage = EVP_PKEY_is_a(key, "ED25519") == 1
        if isMessage {
            (signing, verifying) = (try RawKey.made(EVP_MD_CTX_new()), try RawKey.made(EVP_MD_CTX_new()))
            try require(EVP_DigestSignInit(signing, nil, nil, nil, key))
            try require(EVP_DigestVerifyInit(verifying, nil, nil, nil, key))
        } else {
            signing = try RawKey.context(key, EVP_PKEY_sign_init)
            verifying = try RawKey.context(key, EVP_PKEY_verify_init)
            for context in [signing, verifying] where EVP_PKEY_is_a(key, "RSA") == 1 {
                if isPSS {
                    try require(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING))
                    try require(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, 32))
                }
                try require(EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()))
            }
        }
        signatureCount = try signed()
        signature.update(from: out, count: signatureCount)
    }

    deinit {
        for context in [signing, verifying] { isMessage ? EVP_MD_CTX_free(context) : EVP_PKEY_CTX_free(context) }
        EVP_PKEY_free(key)
        out.deallocate()
        signature.deallocate()
    }

    static func made(_ pointer: OpaquePointer?) throws -> OpaquePointer {
        guard let pointer else { throw BenchError(what: "OpenSSL returned NULL.") }
        return pointer
    }

    static func context(_ key: OpaquePointer, _ start: (OpaquePointer) -> Int32) throws -> OpaquePointer {
        let context = try made(EVP_PKEY_CTX_new_from_pkey(nil, key, nil))
        try require(start(context))
        return context
    }

    /// Creates a new P-256 key with a digest for `verifyDigest`.
    static func p256() throws -> RawKey {
        let raw = try RawSymmetric()
        return try RawKey(owning: copenssl_ec_generate("prime256v1"), raw.sha256, of: raw)
    }

    func sign() throws { _ = try signed() }

    /// Performs one verification without hashing or parsing, over the last digest.
    func verifyDigest() throws {
        try require(EVP_PKEY_verify(verifying, signature, signatureCount, hash.out, digest.count))
    }

    func verify() throws {
        if isMessage { return try require(EVP_DigestVerify(verifying, signature, signatureCount, message, 20)) }
        try message.withUnsafeBytes { try hash.hash(digest, $0) }
        try verifyDigest()
    }

    /// Signs and returns the length of the signature.
    private func signed() throws -> Int {
        var count = RawKey.most
        if isMessage {
            try require(EVP_DigestSign(signing, out, &count, message, 20))
        } else {
            try message.withUnsafeBytes { try hash.hash(digest, $0) }
            try require(EVP_PKEY_sign(signing, out, &count, hash.out, digest.count))
        }
        return count
    }
}
