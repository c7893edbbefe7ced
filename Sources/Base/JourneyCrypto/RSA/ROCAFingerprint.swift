/// Keys of one broken generator (CVE-2017-15361, "ROCA"): its primes are powers of 65,537 modulo each of many small primes, so
/// that the modulus is one too, and can be factored from that.
///
/// Chips of identity cards, of TPMs and of tokens made such keys for years; they look well otherwise. A modulus of another
/// generator passes for one of these once in about 2²⁷ times.
enum ROCAFingerprint {
    /// The primes modulo which 65,537 does not give every number.
    private static let primes: [UInt32] = [
        11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
    ]

    /// Whether `modulus` bears the fingerprint.
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
