/// A reason for rejecting a JWS. Callers map these to their own codes: for a manifest, `keyUnknown` becomes
/// `MANIFEST_KEY_UNKNOWN` and every other case `MANIFEST_SIGNATURE`.
package enum JWSError: Error, Hashable, Sendable {
    /// Not three base64url parts, too long, or a header that is not strict JSON of the required form.
    case malformed
    /// An algorithm other than the key's, which the key fixes.
    case algorithm
    /// A header member that is refused: `crit`, `b64`, or one that carries a key or compression.
    case forbiddenHeader
    /// A `typ` other than the required one.
    case type
    /// No key has that id.
    case keyUnknown
    /// The signature does not verify with the key over these bytes.
    case signature
    /// The signing key failed.
    case signing
}
