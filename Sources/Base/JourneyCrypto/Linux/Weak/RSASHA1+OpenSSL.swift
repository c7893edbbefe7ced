import COpenSSL

extension PlatformRSAPublicKey {
    /// Returns `true` if `signature` is this key's signature over the SHA-1 of `message`, with PKCS #1 v1.5, the context's
    /// default padding.
    func verifiesSHA1(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = OpenSSL.context(raw, EVP_PKEY_verify_init) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        let digest = WeakPrimitives.sha1(message)
        let isValid =
            EVP_PKEY_CTX_set_signature_md(context, WeakPrimitives.sha1Digest.value) == 1
            && EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        if !isValid { OpenSSL.forgetErrors() }
        return isValid
    }
}
