/// The strictness of a reader.
package enum CBORProfile: Sendable {
    /// Accepts valid CBOR only: unique keys and valid UTF-8. For all data that is used.
    case strict
    /// Accepts everything that can be decoded: duplicate keys, of which the first counts, and invalid UTF-8, with U+FFFD in its
    /// place. For inspection only, never for data that is trusted.
    case lenient
}
