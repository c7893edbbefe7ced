package import JourneyBase

/// An RSA key pair in this process's memory.
public final class RSAPrivateKey: Sendable {
    /// The public half.
    package let publicKey: RSAPublicKey
    let platform: PlatformRSAPrivateKey

    /// Generates a key of `bits` bits with the exponent 65,537, which takes tenths of a second or more. Throws
    /// `CryptoError.keyInvalid` for a size outside `RSAPublicKey.bits`.
    package static func generate(bits: Int = 2_048) throws(CryptoError) -> RSAPrivateKey {
        guard RSAPublicKey.bits.contains(bits), bits.isMultiple(of: 8) else { throw .keyInvalid }
        return try RSAPrivateKey(platform: PlatformRSAPrivateKey.generate(bits: bits))
    }

    /// Creates the key from unencrypted DER PKCS#8 (RFC 5958). Throws `CryptoError.keyInvalid` when it is malformed, of another
    /// type, weak (see `RSAPublicKey`) or inconsistent.
    package convenience init(pkcs8: Secret) throws(CryptoError) {
        try self.init(platform: PlatformRSAPrivateKey(pkcs8: pkcs8))
    }

    init(platform: PlatformRSAPrivateKey) throws(CryptoError) {
        let numbers = try platform.publicNumbers()
        publicKey = try RSAPublicKey(modulus: numbers.modulus, exponent: numbers.exponent)
        self.platform = platform
    }

    /// Returns the key in DER PKCS#8, for a store that encrypts it.
    package func pkcs8() throws(CryptoError) -> Secret { try platform.pkcs8() }

    /// Signs `message` with `algorithm`; the signature is as long as the modulus. Throws `CryptoError.keyInvalid` for an
    /// algorithm other than RSA.
    package func sign(_ message: [UInt8], with algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
        guard let padding = algorithm.padding, let hash = algorithm.hash else { throw .keyInvalid }
        return try [UInt8](capacity: publicKey.byteCount) { out throws(CryptoError) in
            try platform.sign(message, padding: padding, hash: hash, into: out)
        }
    }

    /// Decrypts `ciphertext` by RSAES-OAEP with `hash`, MGF1 with the same hash, and `label`. Throws
    /// `CryptoError.authenticationFailed` for every failure.
    package func decryptOAEP(
        _ ciphertext: [UInt8], hash: HashAlgorithm = .sha256, label: [UInt8] = []
    ) throws(CryptoError) -> Secret {
        guard ciphertext.count == publicKey.byteCount else { throw .authenticationFailed }
        return try platform.decryptOAEP(ciphertext, hash: hash, label: label)
    }

    /// Returns a signer with this key and one algorithm. Throws `CryptoError.keyInvalid` for an algorithm other than RSA.
    package func signer(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> RSASigner {
        guard algorithm.padding != nil else { throw .keyInvalid }
        return RSASigner(key: self, signatureAlgorithm: algorithm)
    }
}

/// An RSA key that signs with one of its algorithms.
package struct RSASigner: MessageSigner {
    let key: RSAPrivateKey
    package let signatureAlgorithm: SignatureAlgorithm

    fileprivate init(key: RSAPrivateKey, signatureAlgorithm: SignatureAlgorithm) {
        self.key = key
        self.signatureAlgorithm = signatureAlgorithm
    }

    /// Signs `message`. Throws `CryptoError`.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try key.sign(message, with: signatureAlgorithm)
    }
}
