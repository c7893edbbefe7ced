import COpenSSL
import JourneyBase

/// Private keys in PKCS#8, without a passphrase.
extension OpenSSL {
    /// The longest key that is read: RSA with 8,192 bits takes 4,700 bytes.
    private static let longest = 8_192

    /// The key in `der`, all of which must be one, or `nil`.
    static func privateKey(_ der: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard der.count <= longest else { return nil }
        var next = der.address
        guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &next, der.count) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return next == der.address.map { $0 + der.count } ? EVP_PKCS82PKEY(info) : nil
    }

    static func pkcs8(of key: OpaquePointer) throws(CryptoError) -> Secret {
        guard let info = EVP_PKEY2PKCS8(key) else { throw .unavailable }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        let count = Int(i2d_PKCS8_PRIV_KEY_INFO(info, nil))
        guard count > 0 else { throw .unavailable }
        return try Secret(count: count) { memory throws(CryptoError) in
            var next = memory.address
            guard i2d_PKCS8_PRIV_KEY_INFO(info, &next) == Int32(count) else { throw .unavailable }
        }
    }

    /// Whether the private half belongs to the public one.
    static func isConsistent(_ key: OpaquePointer) -> Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        defer { forgetErrors() }
        return EVP_PKEY_pairwise_check(context) == 1
    }
}
