import COpenSSL
import JourneyBase

extension Primitives {
    /// The longest input of one call of the library.
    private static let longest = Int(Int32.max) - AESGCM.tagCount

    static func seal(
        _ plaintext: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard plaintext.count <= longest, aad.count <= longest, let context = EVP_CIPHER_CTX_new() else {
            throw .unavailable
        }
        defer { EVP_CIPHER_CTX_free(context) }
        var isDone = false
        let sealed = [UInt8](unsafeUninitializedCapacity: plaintext.count + AESGCM.tagCount) { out, count in
            var written: Int32 = 0
            isDone =
                key.withBytes { bytes in
                    EVP_EncryptInit_ex2(
                        context, OpenSSL.aes256GCM, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, nil)
                        == 1
                }
                && (aad.isEmpty || EVP_EncryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
                && (plaintext.isEmpty
                    || EVP_EncryptUpdate(context, out.baseAddress, &written, plaintext, Int32(plaintext.count)) == 1)
                && EVP_EncryptFinal_ex(context, out.baseAddress.map { $0 + plaintext.count }, &written) == 1
                && EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagCount), out.baseAddress.map { $0 + plaintext.count }
                ) == 1
            count = isDone ? out.count : 0
        }
        guard isDone else { throw .unavailable }
        return sealed
    }

    static func open(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let length = sealed.count - AESGCM.tagCount
        guard length <= longest, aad.count <= longest, let context = EVP_CIPHER_CTX_new() else { throw .unavailable }
        defer { EVP_CIPHER_CTX_free(context) }
        var tag = Array(sealed[length...])
        var isDone = false
        let plaintext = [UInt8](unsafeUninitializedCapacity: max(length, 1)) { out, count in
            var written: Int32 = 0
            isDone =
                key.withBytes { bytes in
                    EVP_DecryptInit_ex2(
                        context, OpenSSL.aes256GCM, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, nil)
                        == 1
                }
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagCount), &tag) == 1
                && (aad.isEmpty || EVP_DecryptUpdate(context, nil, &written, aad, Int32(aad.count)) == 1)
                && (length == 0 || EVP_DecryptUpdate(context, out.baseAddress, &written, sealed, Int32(length)) == 1)
                && EVP_DecryptFinal_ex(context, out.baseAddress.map { $0 + length }, &written) == 1
            // Plaintext whose tag is wrong must reach nobody.
            if !isDone { OPENSSL_cleanse(out.baseAddress, length) }
            count = isDone ? length : 0
        }
        guard isDone else { throw .authenticationFailed }
        return plaintext
    }
}
