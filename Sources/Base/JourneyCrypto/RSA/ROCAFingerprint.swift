/// The fingerprint of keys from one broken generator (CVE-2017-15361, "ROCA"). Its primes are powers of 65,537 modulo each of
/// many small primes, hence so is the modulus, which makes it factorable.
///
/// Chips of identity cards, TPMs and tokens made such keys for years. A modulus of another generator has the fingerprint once in
/// about 2²⁷ times.
enum ROCAFingerprint {
    /// The primes modulo which 65,537 does not generate every number.
    private static let primes: [UInt32] = [
        11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
    ]

    /// Returns `true` if `modulus` has the fingerprint.
    static func marks(_ modulus: [UInt8]) -> Bool {
        primes.allSatisfy { prime in
            let rest = modulus.reduce(UInt32(0)) { ($0 << 8 | UInt32($1)) % prime }
            var power: UInt32 = 1
            repeat {
                if power == rest { return true }
                power = power * 65_537 % prime
            } while power != 1
            return false
        }
    }
}
