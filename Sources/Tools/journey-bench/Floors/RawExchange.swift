import COpenSSL

/// Diffie-Hellman with a peer whose point was read before, the context kept.
final class RawExchange {
    private let own, peer, context: OpaquePointer
    private let out = UnsafeMutablePointer<UInt8>.allocate(capacity: 66)

    /// On the curve that OpenSSL calls `group`.
    init(_ group: String) throws {
        own = try RawKey.made(copenssl_ec_generate(group))
        // The peer's key is read from its point, as a peer's is.
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
