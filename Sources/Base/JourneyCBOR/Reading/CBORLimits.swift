/// The limits of a reader. Untrusted input is bounded before it is parsed, and counts before memory is reserved for them.
package struct CBORLimits: Sendable {
    /// The longest input, in bytes.
    package var bytes: Int
    /// The deepest nesting. Arrays, maps and tags count as one level each.
    var depth: Int
    /// The most data items in all: keys, values, tags and chunks of strings.
    package var items: Int

    /// The upper bound of `depth`, because some consumers recurse on the stack.
    static let deepest = 64
    /// The upper bound of `bytes`, because offsets have 32 bits.
    static let longest = Int(UInt32.max) - 1

    /// Creates limits. The defaults suit an attestation or a credential. No reader exceeds 64 levels or 4 GiB.
    package init(bytes: Int = 1 << 20, depth: Int = 16, items: Int = 20_000) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
    }

    /// Creates limits for bytes that were within limits before.
    init(whole count: Int) { self.init(bytes: count, items: count) }
}
