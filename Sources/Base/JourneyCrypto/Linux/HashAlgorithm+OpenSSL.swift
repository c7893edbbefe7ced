import COpenSSL
import JourneyBase

extension HashAlgorithm {
    /// OpenSSL's name for the algorithm.
    var libraryName: String {
        switch self {
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }

    var digest: OpaquePointer {
        switch self {
        case .sha256: HashAlgorithm.sha256Digest.value
        case .sha384: HashAlgorithm.sha384Digest.value
        case .sha512: HashAlgorithm.sha512Digest.value
        }
    }

    /// Unused digest contexts.
    var digests: ContextPool {
        switch self {
        case .sha256: HashAlgorithm.sha256Digests
        case .sha384: HashAlgorithm.sha384Digests
        case .sha512: HashAlgorithm.sha512Digests
        }
    }

    /// An HMAC context without a key, which is only copied.
    var mac: OpaquePointer {
        switch self {
        case .sha256: HashAlgorithm.sha256MAC.value
        case .sha384: HashAlgorithm.sha384MAC.value
        case .sha512: HashAlgorithm.sha512MAC.value
        }
    }

    /// HMAC contexts without a key.
    var macs: ContextPool {
        switch self {
        case .sha256: HashAlgorithm.sha256MACs
        case .sha384: HashAlgorithm.sha384MACs
        case .sha512: HashAlgorithm.sha512MACs
        }
    }

    // Reference-counted under OpenSSL's own lock, never changed after they are fetched, and live as long as the process.
    private static let sha256Digest = ThreadSafe(OpenSSL.required(EVP_MD_fetch(nil, "SHA256", nil)))
    private static let sha384Digest = ThreadSafe(OpenSSL.required(EVP_MD_fetch(nil, "SHA384", nil)))
    private static let sha512Digest = ThreadSafe(OpenSSL.required(EVP_MD_fetch(nil, "SHA512", nil)))
    // Copying only reads it.
    private static let sha256MAC = ThreadSafe(emptyMAC(.sha256))
    private static let sha384MAC = ThreadSafe(emptyMAC(.sha384))
    private static let sha512MAC = ThreadSafe(emptyMAC(.sha512))

    private static let sha256Digests = ContextPool(free: EVP_MD_CTX_free)
    private static let sha384Digests = ContextPool(free: EVP_MD_CTX_free)
    private static let sha512Digests = ContextPool(free: EVP_MD_CTX_free)
    private static let sha256MACs = ContextPool(free: EVP_MAC_CTX_free)
    private static let sha384MACs = ContextPool(free: EVP_MAC_CTX_free)
    private static let sha512MACs = ContextPool(free: EVP_MAC_CTX_free)

    private static func emptyMAC(_ algorithm: HashAlgorithm) -> OpaquePointer {
        OpenSSL.required(EVP_MAC_fetch(nil, "HMAC", nil).flatMap { copenssl_hmac($0, algorithm.libraryName) })
    }
}
