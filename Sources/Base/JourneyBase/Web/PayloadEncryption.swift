/// The key management of an encrypted payload between a page and its journey: the `alg` of a JWE (RFC 7518, section 4.1). The
/// content encryption is A256GCM.
package enum PayloadEncryption: String, Hashable, Sendable, CaseIterable {
    /// A key that page and SDK derived from their handshake.
    case direct = "dir"
    /// The recipient's handshake key, which the session proof covers. Everyone who has the proof can encrypt, the page's server
    /// included.
    case agreement = "ECDH-ES+A256KW"
}
