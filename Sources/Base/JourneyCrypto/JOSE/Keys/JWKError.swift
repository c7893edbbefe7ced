/// Why a JSON Web Key is not accepted. Says nothing about the key.
package enum JWKError: Error, Hashable, Sendable {
    /// Not strict JSON of an object with a `kty`.
    case malformed
    /// A symmetric or private key where a public one belongs: who publishes one has no keys to trust.
    case secretKey
    /// A type of key, a curve or an algorithm that is not one of ours.
    case unsupported
    /// Numbers that are no such key, members of the wrong type, or members that contradict each other.
    case keyInvalid
    /// A key for another purpose than the one asked for, by its `use`, `key_ops` or `alg`.
    case purpose
}
