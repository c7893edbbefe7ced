import COpenSSL

/// The contexts of an RSA key, separate for each padding and hash.
struct RSAContexts: Sendable {
    private let pools: [ContextPool]

    init() { pools = (0..<9).map { _ in ContextPool(free: EVP_PKEY_CTX_free) } }

    /// Returns the contexts for signatures.
    func pool(_ padding: RSASignaturePadding, _ hash: HashAlgorithm) -> ContextPool {
        pools[padding == .pkcs1 ? hash.place : 3 + hash.place]
    }

    /// Returns the contexts for OAEP without a label.
    func oaep(_ hash: HashAlgorithm) -> ContextPool { pools[6 + hash.place] }
}

extension HashAlgorithm {
    fileprivate var place: Int {
        switch self {
        case .sha256: 0
        case .sha384: 1
        case .sha512: 2
        }
    }
}
