/// An RSA public key that is checked for weakness: 2,048 to 8,192 bits, with an odd exponent of at least 3 (RFC 8017, section
/// 3.1).
public struct RSAPublicKey: Sendable {
    /// The modulus n, big-endian, without leading zeros.
    package let modulus: [UInt8]
    /// The public exponent e, big-endian, without leading zeros; at most 8 bytes.
    package let exponent: [UInt8]
    let platform: PlatformRSAPublicKey

    /// The accepted sizes of a modulus, in bits.
    static let bits = 2_048...RSAKeyInfo.mostBits

    /// Creates the key from two integers, big-endian, without leading zeros. Throws `CryptoError.keyInvalid` when one has another
    /// size or is even, when a small prime divides the modulus, or when the modulus has the fingerprint of a broken generator
    /// (`ROCAFingerprint`).
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard RSAPublicKey.isAcceptable(modulus: modulus), !ROCAFingerprint.marks(modulus),
            RSAPublicKey.isAcceptable(exponent: exponent)
        else { throw .keyInvalid }
        self.modulus = modulus
        self.exponent = exponent
        platform = try PlatformRSAPublicKey(modulus: modulus, exponent: exponent)
    }

    /// Creates the key from a DER SubjectPublicKeyInfo (RFC 3279, section 2.3.1; RFC 8017, appendix A.1.1), in exactly the form
    /// that `spki` has. Throws `CryptoError.keyInvalid`.
    package init(spki: [UInt8]) throws(CryptoError) {
        guard let numbers = RSAKeyInfo.read(spki) else { throw .keyInvalid }
        try self.init(modulus: numbers.modulus, exponent: numbers.exponent)
    }

    /// The DER SubjectPublicKeyInfo.
    package var spki: [UInt8] { RSAKeyInfo.write(modulus: modulus, exponent: exponent) }

    /// Length in bytes of the modulus, a signature and a ciphertext.
    package var byteCount: Int { modulus.count }

    /// Returns `true` if `signature` is this key's signature over `message`. Algorithms other than RSA verify nothing.
    package func verifies(
        _ signature: [UInt8], of message: [UInt8], with algorithm: SignatureAlgorithm
    ) -> Bool {
        guard let padding = algorithm.padding, let hash = algorithm.hash, signature.count == byteCount else {
            return false
        }
        return signature.withUnsafeBytes { signature in
            message.withUnsafeBytes { platform.verifies(signature, of: $0, padding: padding, hash: hash) }
        }
    }

    private static func isAcceptable(modulus: [UInt8]) -> Bool {
        guard let first = modulus.first, let last = modulus.last, first != 0, last & 1 == 1,
            bits.contains(modulus.count * 8 - first.leadingZeroBitCount)
        else { return false }
        return smallPrimes.allSatisfy { prime in
            modulus.reduce(UInt32(0)) { ($0 << 8 | UInt32($1)) % prime } != 0
        }
    }

    private static func isAcceptable(exponent: [UInt8]) -> Bool {
        guard let first = exponent.first, let last = exponent.last, first != 0, last & 1 == 1 else { return false }
        return exponent.count <= 8 && (exponent.count > 1 || last >= 3)
    }

    /// The odd primes below 100, which often divide a corrupted or made-up modulus.
    private static let smallPrimes: [UInt32] = [
        3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    ]
}

extension RSAPublicKey: Hashable {
    public static func == (a: RSAPublicKey, b: RSAPublicKey) -> Bool {
        a.modulus == b.modulus && a.exponent == b.exponent
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(modulus)
        hasher.combine(exponent)
    }
}
