import COpenSSL

/// Signing keys in PEM files (RFC 7468), as a server's set-up has them. A file's text is in ordinary memory: what must not
/// be there is kept by a store as a `Secret`.
extension ECPrivateKey {
    /// The key in a PEM file of PKCS#8 or SEC 1 form, not encrypted. Throws `CryptoError`; a key of another curve or type is
    /// `keyInvalid`.
    package convenience init(pem: String) throws(CryptoError) {
        let key = try PEM.privateKey(in: pem, type: "EC")
        // A key on any other curve has a point of another length, or one that is not on this curve.
        try self.init(platform: PlatformECPrivateKey(owning: key, curve: Curve.curve))
    }

    /// The key as unencrypted PKCS#8 PEM, for a file that only its owner can read: this leaves locked memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension Ed25519PrivateKey {
    /// The key in a PEM file of PKCS#8 form, not encrypted. Throws `CryptoError`.
    package convenience init(pem: String) throws(CryptoError) {
        try self.init(platform: PlatformEd25519PrivateKey(owning: PEM.privateKey(in: pem, type: "ED25519")))
    }

    /// The key as unencrypted PKCS#8 PEM, for a file that only its owner can read: this leaves locked memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension RSAPrivateKey {
    /// The key in a PEM file of PKCS#8 or PKCS#1 form, not encrypted. Throws `CryptoError`.
    package convenience init(pem: String) throws(CryptoError) {
        try self.init(platform: PlatformRSAPrivateKey(owning: PEM.privateKey(in: pem, type: "RSA")))
    }

    /// The key as unencrypted PKCS#8 PEM, for a file that only its owner can read: this leaves locked memory.
    package func pem() throws(CryptoError) -> String { try PEM.text(ofKey: platform.raw) }
}

extension PEM {
    /// The key of `type` in `text`, whose halves belong together; the caller owns it.
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
