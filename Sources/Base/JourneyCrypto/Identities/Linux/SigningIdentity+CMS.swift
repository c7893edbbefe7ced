import COpenSSL
package import Foundation

extension SigningIdentity {
    /// Returns a detached DER signature over `content` (CMS SignedData, RFC 5652). It contains issuer and serial number, the
    /// chain, the content's digest, and `time` as the signing time. The hash is SHA-256 for RSA, and of the curve's length for
    /// EC.
    package func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        let attributes = frame.attributes(contentDigest: frame.hash.hash(content), time: time)
        return frame.message(attributes: attributes, signature: try signature(over: attributes))
    }

    /// Signs with RSA PKCS #1 v1.5, or with ECDSA in DER, and the frame's hash.
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
