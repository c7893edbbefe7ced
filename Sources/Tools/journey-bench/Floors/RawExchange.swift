import COpenSSL

/// Diffie-Hellman with a peer key that was imported beforehand, reusing the context.
final class RawExchange {
    private let own, peer, context: OpaquePointer
    private let out = UnsafeMutablePointer<UInt8>.allocate(capacity: 66)

    /// Creates keys on the curve with the OpenSSL name `group`.
    init(_ group: String) throws {
        own = try RawKey.made(copenssl_ec_generate(group))
        // The peer's key is imported from its point, as in a real exchange.
        let other = try RawKey.made(copenssl_ec_generate(group))
        var point = [UInt8](repeating: 0, count: 133)
        let count = copenssl_public_point(other, &point, point.count)
        EVP_PKEY_free(other)
        peer = try RawKey.made(copenssl_ec_import(group, point, count, nil))
        context = try RawKey.context(own, EVP_PKEY_derive_init)
    }

    deinit {
        EVP_PKEY_CTX_free(context)
        EVP_PKEY_free(own)
        EVP_PKEY_free(peer)
        out.deallocate()
    }

    func agree() throws {
        var count = 66
        try require(EVP_PKEY_derive_set_peer_ex(context, peer, 0))
        try require(EVP_PKEY_derive(context, out, &count))
    }
}
