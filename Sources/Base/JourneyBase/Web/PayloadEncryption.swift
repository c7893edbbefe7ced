/// How the payload of a message between a page and its journey is encrypted: the `alg` of a JWE (RFC 7518, section 4.1), with
/// A256GCM for the content.
package enum PayloadEncryption: String, Hashable, Sendable, CaseIterable {
    /// Under a key that page and SDK derived from their handshake.
    case direct = "dir"
    /// To the recipient's key of the handshake, which the session proof covers: whoever was given the proof can encrypt, the
    /// page's server too.
    case agreement = "ECDH-ES+A256KW"
}
