import COpenSSL
import JourneyBase

extension Primitives {
    /// The longest input of one OpenSSL call, in bytes.
    private static let longest = Int(Int32.max) - AESGCM.tagCount

    /// Writes ciphertext ‖ tag over all of `out`, which may start where `plaintext` does and is longer by the tag.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8],
        aad: [UInt8]
    ) throws(CryptoError) {
        let length = plaintext.count
        guard length + AESGCM.tagCount == out.count, length <= longest, aad.count <= longest,
            let context = EVP_CIPHER_CTX_new()
        else { throw .unavailable }
        defer { EVP_CIPHER_CTX_free(context) }
        let tag = out.address.map { $0 + length }
        var written: Int32 = 0
        let isDone =
            key.withBytes { EVP_EncryptInit_ex2(context, OpenSSL.gcm(key), $0.address, nonce, nil) == 1 }
            && (aad.isEmpty || EVP_EncryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
            && (length == 0
                || EVP_EncryptUpdate(context, out.address, &written, plaintext.address, Int32(length)) == 1)
            && EVP_EncryptFinal_ex(context, tag, &written) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagCount), tag) == 1
        guard isDone else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
    }

    /// Opens `sealed` into `out`, which is shorter by the tag and may start at the same address. On failure, `out` holds zeros.
    static func open(
        _ sealed: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8],
        aad: [UInt8]
    ) throws(CryptoError) {
        let length = sealed.count - AESGCM.tagCount
        guard length == out.count, length <= longest, aad.count <= longest, let context = EVP_CIPHER_CTX_new() else {
            throw .unavailable
        }
        defer { EVP_CIPHER_CTX_free(context) }
        // OpenSSL only reads the tag, although the parameter is not const.
        let tag = UnsafeMutablePointer(mutating: sealed.address.map { $0 + length })
        // The final call writes nothing in this mode, but requires an address.
        var rest: UInt8 = 0
        var written: Int32 = 0
        let isDone =
            key.withBytes { EVP_DecryptInit_ex2(context, OpenSSL.gcm(key), $0.address, nonce, nil) == 1 }
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagCount), tag) == 1
            && (aad.isEmpty || EVP_DecryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
            && (length == 0 || EVP_DecryptUpdate(context, out.address, &written, sealed.address, Int32(length)) == 1)
            && EVP_DecryptFinal_ex(context, &rest, &written) == 1
        guard isDone else {
            // Unauthenticated plaintext must not be returned.
            OPENSSL_cleanse(out.baseAddress, length)
            OpenSSL.forgetErrors()
            throw .authenticationFailed
        }
    }
}
