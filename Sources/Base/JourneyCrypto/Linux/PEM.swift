import COpenSSL

/// Reads and writes PEM (RFC 7468) through OpenSSL's memory BIOs.
enum PEM {
    /// The longest text accepted, in bytes.
    private static let limit = 64 * 1024

    /// Returns the text that `write` writes to a BIO. With `holdsKey`, the BIO wipes its memory when it is freed.
    static func text(holdsKey: Bool = false, _ write: (OpaquePointer) -> Bool) throws(CryptoError) -> String {
        guard let bio = BIO_new(holdsKey ? BIO_s_secmem() : BIO_s_mem()) else { throw .unavailable }
        defer { BIO_free(bio) }
        guard write(bio) else { throw .unavailable }
        var start: UnsafePointer<UInt8>?
        let count = copenssl_bio_bytes(bio, &start)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns the object that `read` finds in `text`. The BIO lives only during the call.
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

/// Refuses to ask for a passphrase, because a server must not block on a prompt. A free function, as required for a C callback.
func noPassphrase(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }
