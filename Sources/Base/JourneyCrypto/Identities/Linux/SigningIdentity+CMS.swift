import COpenSSL
package import Foundation

extension SigningIdentity {
    /// A detached signature over `content` (CMS SignedData, RFC 5652), DER: this signer, named by issuer and serial number,
    /// with its chain, the content's digest and `time` as the signing time. SHA-256, or as long as the curve is.
    package func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        let attributes = frame.attributes(contentDigest: frame.hash.hash(content), time: time)
        return frame.message(attributes: attributes, signature: try signature(over: attributes))
    }

    /// RSA's PKCS #1 v1.5, or ECDSA in DER, with the frame's hash.
    private func signature(over message: [UInt8]) throws(CryptoError) -> [UInt8] {
        if let rsa {
            return try [UInt8](capacity: Int(EVP_PKEY_get_size(key.raw))) { out throws(CryptoError) in
                try rsa.sign(message, padding: .pkcs1, hash: frame.hash, into: out)
            }
        }
        defer { OpenSSL.forgetErrors() }
        guard let context = EVP_MD_CTX_new() else { throw .unavailable }
        defer { EVP_MD_CTX_free(context) }
        let digest =
            switch frame.hash {
            case .sha256: EVP_sha256()
            case .sha384: EVP_sha384()
            case .sha512: EVP_sha512()
            }
        guard EVP_DigestSignInit(context, nil, digest, nil, key.raw) == 1 else { throw .unavailable }
        var count = Int(EVP_PKEY_get_size(key.raw))
        var isSigned = false
        let signature = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { out, written in
            isSigned = EVP_DigestSign(context, out.baseAddress, &count, message, message.count) == 1
            written = isSigned ? count : 0
        }
        guard isSigned else { throw .unavailable }
        return signature
    }
}
