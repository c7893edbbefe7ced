import COpenSSL

/// Signing keys in PEM files (RFC 7468), as server configurations use them. PEM text is in ordinary memory; stores keep sensitive
/// keys as `Secret`.
extension ECPrivateKey {
    /// Creates the key from an unencrypted PKCS#8 or SEC 1 PEM file. Throws `CryptoError`; a key of another curve or type is
    /// `keyInvalid`.
    package convenience init(pem: String) throws(CryptoError) {
        let key = try PEM.privateKey(in: pem, type: "EC")
        // A key on another curve has a point of another length, or one that is not on this curve.
        try self.init(platform: PlatformECPrivateKey(owning: key, curve: Curve.curve))
    }

    /// Returns the key as unencrypted PKCS#8 PEM, for a file that only its owner can read. The text is in ordinary memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension Ed25519PrivateKey {
    /// Creates the key from an unencrypted PKCS#8 PEM file. Throws `CryptoError`.
    package convenience init(pem: String) throws(CryptoError) {
        try self.init(platform: PlatformEd25519PrivateKey(owning: PEM.privateKey(in: pem, type: "ED25519")))
    }

    /// Returns the key as unencrypted PKCS#8 PEM, for a file that only its owner can read. The text is in ordinary memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension RSAPrivateKey {
    /// Creates the key from an unencrypted PKCS#8 or PKCS#1 PEM file. Throws `CryptoError`.
    package convenience init(pem: String) throws(CryptoError) {
        try self.init(platform: PlatformRSAPrivateKey(owning: PEM.privateKey(in: pem, type: "RSA")))
    }

    /// Returns the key as unencrypted PKCS#8 PEM, for a file that only its owner can read. The text is in ordinary memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension PEM {
    /// Returns the consistent key pair of `type` in `text`; the caller owns it.
    fileprivate static func privateKey(in text: String, type: String) throws(CryptoError) -> OpaquePointer {
        _ = OpenSSL.hasLockedHeap
        let key = try object(in: text) { PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }
        guard EVP_PKEY_is_a(key, type) == 1, OpenSSL.isConsistent(key) else {
            EVP_PKEY_free(key)
            throw .keyInvalid
        }
        return key
    }

    fileprivate static func text(ofKey key: OpaquePointer) throws(CryptoError) -> String {
        try text(holdsKey: true) { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 }
    }
}
