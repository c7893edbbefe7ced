/// Why a JWS is not accepted. Neutral: a manifest's verifier maps `keyUnknown` to `MANIFEST_KEY_UNKNOWN` and everything
/// else to `MANIFEST_SIGNATURE`; other users have codes of their own.
package enum JWSError: Error, Hashable, Sendable {
    /// Not three base64url parts, too long, or a header that is not strict JSON of the form asked for.
    case malformed
    /// Another algorithm than the key's, which fixes it.
    case algorithm
    /// A header member that must not be there: `crit`, `b64`, or one that brings a key or compression along.
    case forbiddenHeader
    /// Another `typ` than the one asked for.
    case type
    /// No key of that id.
    case keyUnknown
    /// The signature is not the key's over these bytes.
    case signature
    /// The signing key failed.
    case signing
}
