/// A reason for rejecting a JSON Web Key. Reveals nothing about the key.
package enum JWKError: Error, Hashable, Sendable {
    /// Not strict JSON, or not an object with a `kty`.
    case malformed
    /// A symmetric or private key where a public one is required. A source that publishes one cannot be trusted.
    case secretKey
    /// An unsupported key type, curve or algorithm.
    case unsupported
    /// Numbers that do not form a valid key, members of the wrong type, or members that contradict each other.
    case keyInvalid
    /// A key whose `use`, `key_ops` or `alg` is for another purpose.
    case purpose
}
