import COpenSSL
import JourneyBase

extension Primitives {
    /// Wraps `key`; the result is 8 bytes longer.
    static func wrap(_ key: Secret, with wrapping: Secret) throws(CryptoError) -> [UInt8] {
        let context = try wrapContext(wrapping, isEncrypting: true)
        defer { EVP_CIPHER_CTX_free(context) }
        return try [UInt8](capacity: key.count + AESKeyWrap.overhead) { out throws(CryptoError) in
            var written: Int32 = 0
            let isDone = key.withBytes { bytes in
                EVP_EncryptUpdate(context, out.address, &written, bytes.address, Int32(bytes.count)) == 1
            }
            guard isDone, Int(written) == out.count else {
                OpenSSL.forgetErrors()
                throw .unavailable
            }
        }
    }

    /// Unwraps and authenticates the key in `wrapped` into locked memory.
    static func unwrap(_ wrapped: [UInt8], with wrapping: Secret) throws(CryptoError) -> Secret {
        let context = try wrapContext(wrapping, isEncrypting: false)
        defer { EVP_CIPHER_CTX_free(context) }
        return try Secret(count: wrapped.count - AESKeyWrap.overhead) { out throws(CryptoError) in
            var written: Int32 = 0
            guard EVP_DecryptUpdate(context, out.address, &written, wrapped, Int32(wrapped.count)) == 1,
                Int(written) == out.count
            else {
                OpenSSL.forgetErrors()
                throw .authenticationFailed
            }
        }
    }

    private static func wrapContext(_ key: Secret, isEncrypting: Bool) throws(CryptoError) -> OpaquePointer {
        guard let context = EVP_CIPHER_CTX_new() else { throw .unavailable }
        // OpenSSL requires this flag for key wrapping, which is not a streaming mode.
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        let cipher = key.count == 16 ? OpenSSL.aes128Wrap.value : OpenSSL.aes256Wrap.value
        let isDone = key.withBytes { bytes in
            EVP_CipherInit_ex2(context, cipher, bytes.address, nil, isEncrypting ? 1 : 0, nil) == 1
        }
        guard isDone else {
            EVP_CIPHER_CTX_free(context)
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        return context
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte, for C.
    var address: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte, for C.
    var address: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
