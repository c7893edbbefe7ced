package import JourneyBase

/// An RSA key pair, held by this process.
public final class RSAPrivateKey: Sendable {
    /// The half that others get.
    package let publicKey: RSAPublicKey
    let platform: PlatformRSAPrivateKey

    /// A new key of `bits` bits and the exponent 65,537. Takes tenths of a second and more. Throws
    /// `CryptoError.keyInvalid` for a size that `RSAPublicKey.bits` does not hold.
    package static func generate(bits: Int = 2_048) throws(CryptoError) -> RSAPrivateKey {
        guard RSAPublicKey.bits.contains(bits), bits.isMultiple(of: 8) else { throw .keyInvalid }
        return try RSAPrivateKey(platform: PlatformRSAPrivateKey.generate(bits: bits))
    }

    /// The key in PKCS#8 (RFC 5958), not encrypted, DER. Throws `CryptoError.keyInvalid` when it is none, is of another
    /// type, is weak (see `RSAPublicKey`) or its numbers do not belong together.
    package convenience init(pkcs8: Secret) throws(CryptoError) {
        try self.init(platform: PlatformRSAPrivateKey(pkcs8: pkcs8))
    }

    init(platform: PlatformRSAPrivateKey) throws(CryptoError) {
        let numbers = try platform.publicNumbers()
        publicKey = try RSAPublicKey(modulus: numbers.modulus, exponent: numbers.exponent)
        self.platform = platform
    }

    /// The key in PKCS#8, DER, for a store that seals it.
    package func pkcs8() throws(CryptoError) -> Secret { try platform.pkcs8() }

    /// The signature of `message` by `algorithm`, as long as the modulus. Throws `CryptoError.keyInvalid` for an algorithm
    /// that is not RSA's.
    package func sign(_ message: [UInt8], with algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
        guard let padding = algorithm.padding, let hash = algorithm.hash else { throw .keyInvalid }
        return try [UInt8](capacity: publicKey.byteCount) { out throws(CryptoError) in
            try platform.sign(message, padding: padding, hash: hash, into: out)
        }
    }

    /// The secret in `ciphertext`, encrypted by RSAES-OAEP with `hash`, MGF1 with the same and `label`. Throws
    /// `CryptoError.authenticationFailed`, whatever was wrong.
    package func decryptOAEP(
        _ ciphertext: [UInt8], hash: HashAlgorithm = .sha256, label: [UInt8] = []
    ) throws(CryptoError) -> Secret {
        guard ciphertext.count == publicKey.byteCount else { throw .authenticationFailed }
        return try platform.decryptOAEP(ciphertext, hash: hash, label: label)
    }

    /// The key as a signer by one algorithm. Throws `CryptoError.keyInvalid` when that is not RSA's.
    package func signer(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> RSASigner {
        guard algorithm.padding != nil else { throw .keyInvalid }
        return RSASigner(key: self, signatureAlgorithm: algorithm)
    }
}

/// An RSA key that signs by one of its algorithms.
package struct RSASigner: MessageSigner {
    let key: RSAPrivateKey
    package let signatureAlgorithm: SignatureAlgorithm

    fileprivate init(key: RSAPrivateKey, signatureAlgorithm: SignatureAlgorithm) {
        self.key = key
        self.signatureAlgorithm = signatureAlgorithm
    }

    /// The signature of `message`. Throws `CryptoError`.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try key.sign(message, with: signatureAlgorithm)
    }
}
