import COpenSSL
import JourneyBase

/// Contexts of keys, each set up for one purpose.
extension OpenSSL {
    static func context(_ key: OpaquePointer, _ start: (OpaquePointer) -> Int32) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
        guard start(context) == 1 else {
            EVP_PKEY_CTX_free(context)
            return nil
        }
        return context
    }

    static func signatureContext(
        _ key: OpaquePointer, _ start: (OpaquePointer) -> Int32, padding: RSASignaturePadding, hash: HashAlgorithm
    ) -> OpaquePointer? {
        guard let context = context(key, start) else { return nil }
        let isReady =
            switch padding {
            case .pkcs1: EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            case .pss:
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                    && EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash.digest) == 1
                    && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(hash.count)) == 1
            }
        guard isReady, EVP_PKEY_CTX_set_signature_md(context, hash.digest) == 1 else {
            EVP_PKEY_CTX_free(context)
            return nil
        }
        return context
    }

    static func oaepContext(
        _ key: OpaquePointer, _ start: (OpaquePointer) -> Int32, hash: HashAlgorithm, label: [UInt8]
    ) -> OpaquePointer? {
        guard let context = context(key, start) else { return nil }
        guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
            EVP_PKEY_CTX_set_rsa_oaep_md(context, hash.digest) == 1,
            EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash.digest) == 1,
            label.isEmpty || copenssl_set_oaep_label(context, label, label.count) == 1
        else {
            EVP_PKEY_CTX_free(context)
            return nil
        }
        return context
    }

    /// Returns a new digest context without input.
    static func digestContext(_ algorithm: HashAlgorithm) -> OpaquePointer? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        guard EVP_DigestInit_ex2(context, algorithm.digest, nil) == 1 else {
            EVP_MD_CTX_free(context)
            return nil
        }
        return context
    }

    /// Returns a context for algorithms that process the message itself.
    static func messageContext(
        _ key: OpaquePointer,
        _ start: (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    ) -> OpaquePointer? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        guard start(context, nil, nil, nil, key) == 1 else {
            EVP_MD_CTX_free(context)
            return nil
        }
        return context
    }

    /// Runs `use` with an OAEP context: one of `contexts`, or a new one for a non-empty `label`.
    static func withOAEP<R>(
        _ contexts: RSAContexts, _ key: OpaquePointer, _ start: (OpaquePointer) -> Int32, hash: HashAlgorithm,
        label: [UInt8], _ use: (OpaquePointer) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        guard label.isEmpty else {
            guard let context = oaepContext(key, start, hash: hash, label: label) else { throw .unavailable }
            defer { EVP_PKEY_CTX_free(context) }
            return try use(context)
        }
        let result = contexts.oaep(hash).with {
            oaepContext(key, start, hash: hash, label: [])
        } use: { context -> Result<R, CryptoError> in
            do throws(CryptoError) { return .success(try use(context)) } catch { return .failure(error) }
        }
        guard let result else { throw .unavailable }
        return try result.get()
    }

    static func encrypt(_ secret: Secret, _ context: OpaquePointer, count: Int) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: count) { out throws(CryptoError) in
            var length = out.count
            let isDone = secret.withBytes { EVP_PKEY_encrypt(context, out.address, &length, $0.address, $0.count) == 1 }
            guard isDone, length == count else {
                forgetErrors()
                throw .unavailable
            }
        }
    }

    static func decrypt(_ ciphertext: [UInt8], _ context: OpaquePointer) throws(CryptoError) -> Secret {
        var length = ciphertext.count
        // OpenSSL requires a buffer as long as the modulus, although the message is shorter.
        return try Secret.withScratch(count: length) { room throws(CryptoError) in
            guard EVP_PKEY_decrypt(context, room.address, &length, ciphertext, ciphertext.count) == 1 else {
                forgetErrors()
                throw .authenticationFailed
            }
            return Secret(count: length) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<length])) }
        }
    }
}
