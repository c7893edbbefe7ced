/// What of a peer's bytes is taken.
package enum CBORProfile: Sendable {
    /// What is good and valid CBOR: no key twice, text that is UTF-8. For everything that is used.
    case strict
    /// What can be taken apart at all: keys that stand there twice, of which the first counts, and text that is not UTF-8,
    /// with U+FFFD where it is not. To look at what somebody sent, never to believe it.
    case lenient
}
