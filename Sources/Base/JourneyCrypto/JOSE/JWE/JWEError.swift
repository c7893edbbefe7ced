/// A reason for rejecting a JWE, or for failing to make one.
///
/// All failures that depend on the recipient's key are `decryption`, so that an attacker who sends messages cannot tell where
/// decryption failed.
package enum JWEError: Error, Hashable, Sendable {
    /// Not five base64url parts of the right lengths, too long, or a header that is not strict JSON of the required form.
    case malformed
    /// An algorithm that the recipient's key does not accept.
    case algorithm
    /// A header member that is refused: `crit`, `zip`, or one that carries a key.
    case forbiddenHeader
    /// A `typ` other than the required one.
    case type
    /// The id of another key.
    case keyUnknown
    /// The message does not decrypt with this key.
    case decryption
    /// The library refused to encrypt; in practice, memory ran out.
    case unavailable
}
