import COpenSSL

/// One digest context of OpenSSL; used by its owner alone.
final class PlatformHash {
    private let context: OpaquePointer

    init(_ algorithm: HashAlgorithm) {
        context = OpenSSL.required(OpenSSL.digestContext(algorithm))
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        OpenSSL.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
    }

    /// Writes the digest; `digest` has room for it. Starts afresh.
    func finish(into digest: UnsafeMutableRawBufferPointer) {
        OpenSSL.require(EVP_DigestFinal_ex(context, digest.address, nil))
        // The same algorithm again, in the same memory.
        OpenSSL.require(EVP_DigestInit_ex2(context, nil, nil))
    }
}
