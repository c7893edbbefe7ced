import COpenSSL

/// The operations that opening an ECDH-ES text requires: importing the sender's point, with its curve check, and one P-256
/// exchange by OpenSSL. Without hashing and parsing; the recipient's context is reused.
final class RawAgreement {
    private let own: OpaquePointer
    private let context: OpaquePointer
    private var point = [UInt8](repeating: 0, count: 65)

    init() throws {
        guard let own = copenssl_ec_generate("prime256v1"), let peer = copenssl_ec_generate("prime256v1"),
            let context = EVP_PKEY_CTX_new_from_pkey(nil, own, nil), EVP_PKEY_derive_init(context) == 1,
            copenssl_public_point(peer, &point, point.count) == 65
        else { throw BenchError(what: "OpenSSL could not generate or prepare a P-256 key.") }
        EVP_PKEY_free(peer)
        self.own = own
        self.context = context
        try agree()
    }

    deinit {
        EVP_PKEY_CTX_free(context)
        EVP_PKEY_free(own)
    }

    /// Performs the operations that sealing to a key requires: a new key pair and one exchange.
    func send() throws {
        let made = try RawKey.made(copenssl_ec_generate("prime256v1"))
        defer { EVP_PKEY_free(made) }
        let fresh = try RawKey.context(made, EVP_PKEY_derive_init)
        defer { EVP_PKEY_CTX_free(fresh) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        try require(EVP_PKEY_derive_set_peer_ex(fresh, own, 0))
        try require(EVP_PKEY_derive(fresh, &secret, &count))
    }

    func agree() throws {
        let peer = copenssl_ec_import("prime256v1", point, point.count, nil)
        defer { EVP_PKEY_free(peer) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        guard let peer, EVP_PKEY_derive_set_peer_ex(context, peer, 0) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
        else { throw BenchError(what: "EVP_PKEY_derive failed.") }
    }
}
