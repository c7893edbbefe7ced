import COpenSSL

/// Hashes, MACs and ciphers as plain calls of the library, as in a C program: each algorithm is fetched once, and each context is
/// reused, unless the key changes with the message.
final class RawSymmetric {
    /// A hash function.
    struct Digest {
        fileprivate let fetched, context: OpaquePointer
        let count: Int
    }

    let sha256, sha384, sha512: Digest
    private let mac, empty, kdf, gcm, wrapping: OpaquePointer
    private let bytes = [UInt8](repeating: 1, count: 32)
    /// The buffer for digests and similar results.
    let out = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)

    init() throws {
        sha256 = try RawSymmetric.digest("SHA256")
        sha384 = try RawSymmetric.digest("SHA384")
        sha512 = try RawSymmetric.digest("SHA512")
        guard let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let mac = copenssl_hmac(hmac, "SHA256"),
            let empty = EVP_MAC_CTX_dup(mac),
            let kdf = EVP_KDF_fetch(nil, "HKDF", nil), let gcm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil),
            let wrapping = EVP_CIPHER_fetch(nil, "AES-256-WRAP", nil)
        else { throw BenchError(what: "OpenSSL lacks an algorithm.") }
        EVP_MAC_free(hmac)
        (self.mac, self.empty, self.kdf, self.gcm, self.wrapping) = (mac, empty, kdf, gcm, wrapping)
    }

    deinit {
        for digest in [sha256, sha384, sha512] {
            EVP_MD_CTX_free(digest.context)
            EVP_MD_free(digest.fetched)
        }
        EVP_MAC_CTX_free(mac)
        EVP_MAC_CTX_free(empty)
        EVP_KDF_free(kdf)
        EVP_CIPHER_free(gcm)
        EVP_CIPHER_free(wrapping)
        out.deallocate()
    }

    private static func digest(_ name: String) throws -> Digest {
        guard let fetched = EVP_MD_fetch(nil, name, nil), let context = EVP_MD_CTX_new() else {
            throw BenchError(what: "OpenSSL lacks \(name).")
        }
        try require(EVP_DigestInit_ex2(context, fetched, nil))
        return Digest(fetched: fetched, context: context, count: Int(EVP_MD_get_size(fetched)))
    }

    func hash(_ digest: Digest, _ message: UnsafeRawBufferPointer) throws {
        try require(EVP_DigestInit_ex2(digest.context, nil, nil))
        try require(EVP_DigestUpdate(digest.context, message.baseAddress, message.count))
        try require(EVP_DigestFinal_ex(digest.context, out, nil))
    }

    /// Computes HMAC-SHA-256 with the context's key.
    func tag(_ message: UnsafeRawBufferPointer) throws {
        try require(EVP_MAC_init(mac, nil, 0, nil))
        try finish(mac, message)
    }

    /// Computes HMAC-SHA-256 with a one-time key, which must not remain in a context.
    func tagOnce(_ message: UnsafeRawBufferPointer) throws {
        let context = EVP_MAC_CTX_dup(empty)
        defer { EVP_MAC_CTX_free(context) }
        try require(EVP_MAC_init(context, bytes, 32, nil))
        try finish(context, message)
    }

    private func finish(_ context: OpaquePointer?, _ message: UnsafeRawBufferPointer) throws {
        var count = 0
        try require(EVP_MAC_update(context, message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count))
        try require(EVP_MAC_final(context, out, &count, 64))
    }

    /// Derives 32 bytes with the library's HKDF-SHA-256.
    func derive() throws { try require(copenssl_hkdf(kdf, "SHA256", bytes, 32, bytes, 32, bytes, 16, out, 32)) }

    /// Runs AES-256-GCM in place with a one-time key; the last 16 bytes hold the tag.
    func gcm(_ memory: UnsafeMutableRawBufferPointer, isSealing: Bool) throws {
        let (length, start) = (Int32(memory.count - 16), memory.baseAddress?.assumingMemoryBound(to: UInt8.self))
        let tag = start.map { $0 + Int(length) }
        var (written, rest) = (Int32(0), UInt8(0))
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        try require(EVP_CipherInit_ex2(context, gcm, bytes, bytes, isSealing ? 1 : 0, nil))
        if !isSealing { try require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag)) }
        try require(EVP_CipherUpdate(context, nil, &written, bytes, 13))
        try require(EVP_CipherUpdate(context, start, &written, start, length))
        try require(EVP_CipherFinal_ex(context, &rest, &written))
        if isSealing { try require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag)) }
    }

    /// Wraps 32 bytes with AES key wrap and a one-time key.
    func wrap() throws { try wrap(bytes, 32, isWrapping: true) }

    /// Unwraps the result of `wrap`.
    func unwrap(_ wrapped: [UInt8]) throws { try wrap(wrapped, 40, isWrapping: false) }

    private func wrap(_ input: [UInt8], _ count: Int32, isWrapping: Bool) throws {
        var written: Int32 = 0
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        try require(EVP_CipherInit_ex2(context, wrapping, bytes, nil, isWrapping ? 1 : 0, nil))
        try require(EVP_CipherUpdate(context, out, &written, input, count))
    }
}

/// Throws a `BenchError` unless an OpenSSL call returned 1.
func require(_ status: Int32) throws {
    guard status == 1 else { throw BenchError(what: "An OpenSSL call of the floor returned \(status) instead of 1.") }
}
