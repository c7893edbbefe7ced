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
