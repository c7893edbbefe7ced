/// A failure of a cryptographic primitive. Reveals nothing about the content.
public enum CryptoError: Error, Hashable, Sendable {
    /// A key of the wrong length, a point off the curve, a scalar out of range.
    case keyInvalid
    /// A nonce of the wrong length.
    case nonceInvalid
    /// More bytes than the algorithm accepts with this key.
    case lengthInvalid
    /// The ciphertext, nonce or additional data does not match what was sealed with this key.
    case authenticationFailed
    /// The key has sealed or opened as many messages as its nonces allow.
    case messageLimit
    /// The library refused the operation; in practice, memory ran out.
    case unavailable
    /// A certificate or key file that cannot be read, or a certificate and key that do not match.
    case certificateInvalid
}
