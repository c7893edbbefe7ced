/// Why a primitive gave no result. Says nothing about the content.
public enum CryptoError: Error, Hashable, Sendable {
    /// A key of the wrong length, a point off the curve, a scalar out of range.
    case keyInvalid
    /// A nonce of the wrong length.
    case nonceInvalid
    /// More bytes than the algorithm takes with this key.
    case lengthInvalid
    /// The sealed bytes, the nonce or the additional data are not what was sealed with this key.
    case authenticationFailed
    /// The key has sealed or opened as many messages as its nonces reach for.
    case messageLimit
    /// The library refused; in practice, memory ran out.
    case unavailable
    /// A certificate or key file that cannot be read, or a pair that does not belong together.
    case certificateInvalid
}
