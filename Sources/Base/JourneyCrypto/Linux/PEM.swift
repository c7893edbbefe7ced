import COpenSSL

/// Reads and writes PEM (RFC 7468) through OpenSSL's memory BIOs.
enum PEM {
    /// The longest text that is read, in bytes.
    private static let limit = 64 * 1024

    /// What `write` puts into a BIO, as text. A BIO for a key wipes its memory when it is freed.
    static func text(holdsKey: Bool = false, _ write: (OpaquePointer) -> Bool) throws(CryptoError) -> String {
        guard let bio = BIO_new(holdsKey ? BIO_s_secmem() : BIO_s_mem()) else { throw .unavailable }
        defer { BIO_free(bio) }
        guard write(bio) else { throw .unavailable }
        var start: UnsafePointer<UInt8>?
        let count = copenssl_bio_bytes(bio, &start)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// What `read` finds in `text`; the BIO lives only as long as the call.
    static func object(in text: String, _ read: (OpaquePointer) -> OpaquePointer?) throws(CryptoError) -> OpaquePointer
    {
        guard text.utf8.count <= limit else { throw .certificateInvalid }
        let bytes = Array(text.utf8)
        let found = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
            defer { BIO_free(bio) }
            return read(bio)
        }
        guard let found else {
            OpenSSL.forgetErrors()
            throw .certificateInvalid
        }
        return found
    }
}

/// A passphrase is never asked for: a server must not stop at a prompt. A free function, as C takes no other.
func noPassphrase(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }

extension P256PrivateKey {
    /// The key in a PEM file of PKCS#8 or SEC 1 form, not encrypted. Throws `CryptoError`.
    public convenience init(pem: String) throws(CryptoError) {
        _ = OpenSSL.hasLockedHeap
        let key = try PEM.object(in: pem) { PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }
        let platform = try PlatformPrivateKey(owning: key)
        guard EVP_PKEY_is_a(key, "EC") == 1, platform.isConsistent() else { throw .keyInvalid }
        // Any other curve has a point of another length, or one that is not on this curve.
        try self.init(platform: platform)
    }

    /// The key as unencrypted PKCS#8 PEM, for a file that only its owner can read: this leaves locked memory.
    public func pem() throws(CryptoError) -> String {
        try PEM.text(holdsKey: true) { PEM_write_bio_PKCS8PrivateKey($0, platform.raw, nil, nil, 0, nil, nil) == 1 }
    }
}

extension PlatformPrivateKey {
    /// Whether the private scalar belongs to the point.
    func isConsistent() -> Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, raw, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        defer { OpenSSL.forgetErrors() }
        return EVP_PKEY_pairwise_check(context) == 1
    }
}
