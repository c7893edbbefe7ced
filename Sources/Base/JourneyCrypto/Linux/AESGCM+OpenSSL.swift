import COpenSSL
import JourneyBase

extension Primitives {
    /// The longest input of one call of the library.
    private static let longest = Int(Int32.max) - AESGCM.tagCount

    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard plaintext.count <= longest, aad.count <= longest, let context = EVP_CIPHER_CTX_new() else {
            throw .unavailable
        }
        defer { EVP_CIPHER_CTX_free(context) }
        let input = plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var isDone = false
        let sealed = [UInt8](unsafeUninitializedCapacity: plaintext.count + AESGCM.tagCount) { out, count in
            var written: Int32 = 0
            isDone =
                key.withBytes { bytes in
                    EVP_EncryptInit_ex2(
                        context, OpenSSL.gcm(key), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, nil)
                        == 1
                }
                && (aad.isEmpty || EVP_EncryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
                && (plaintext.isEmpty
                    || EVP_EncryptUpdate(context, out.baseAddress, &written, input, Int32(plaintext.count)) == 1)
                && EVP_EncryptFinal_ex(context, out.baseAddress.map { $0 + plaintext.count }, &written) == 1
                && EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagCount), out.baseAddress.map { $0 + plaintext.count }
                ) == 1
            count = isDone ? out.count : 0
        }
        guard isDone else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        return sealed
    }

    /// Opens `sealed` into `out`, which has its length without the tag. What is refused leaves zeros there.
    static func open(
        _ sealed: [UInt8], into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        let length = sealed.count - AESGCM.tagCount
        guard length == out.count, length <= longest, aad.count <= longest, let context = EVP_CIPHER_CTX_new() else {
            throw .unavailable
        }
        defer { EVP_CIPHER_CTX_free(context) }
        let start = out.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var tag = Array(sealed[length...])
        // The last call writes nothing in this mode, but wants an address.
        var rest: [UInt8] = [0]
        var written: Int32 = 0
        let isDone =
            key.withBytes { bytes in
                EVP_DecryptInit_ex2(
                    context, OpenSSL.gcm(key), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, nil)
                    == 1
            }
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagCount), &tag) == 1
            && (aad.isEmpty || EVP_DecryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
            && (length == 0 || EVP_DecryptUpdate(context, start, &written, sealed, Int32(length)) == 1)
            && EVP_DecryptFinal_ex(context, &rest, &written) == 1
        guard isDone else {
            // Plaintext whose tag is wrong must reach nobody.
            OPENSSL_cleanse(out.baseAddress, length)
            OpenSSL.forgetErrors()
            throw .authenticationFailed
        }
    }
}
