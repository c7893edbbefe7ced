/// Why a JWE is not accepted, or not made.
///
/// Everything that takes the recipient's key to find out is `decryption`: whoever sends texts and watches learns nothing of
/// where it failed.
package enum JWEError: Error, Hashable, Sendable {
    /// Not five base64url parts of the right lengths, too long, or a header that is not strict JSON of the form asked for.
    case malformed
    /// An algorithm that the recipient's key does not accept.
    case algorithm
    /// A header member that must not be there: `crit`, `zip`, or one that brings a key along.
    case forbiddenHeader
    /// Another `typ` than the one asked for.
    case type
    /// Another key's id.
    case keyUnknown
    /// It does not open with this key.
    case decryption
    /// The library refused to encrypt; in practice, memory ran out.
    case unavailable
}
