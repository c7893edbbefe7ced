/// Bounds on what is read: untrusted bytes are bounded before they are parsed, and counts before room is made for them.
package struct CBORLimits: Sendable {
    /// The longest input, in bytes.
    package var bytes: Int
    /// The most levels of nesting: arrays, maps and tags each count for one.
    var depth: Int
    /// The most data items in all: keys, values, tags, and the pieces of strings that come in pieces.
    package var items: Int

    /// No caller may ask for more levels: some of those who walk over what was read recurse, and the stack ends.
    static let deepest = 64
    /// No caller may ask for more bytes: places are kept in 32 bits.
    static let longest = Int(UInt32.max) - 1

    /// The defaults suit an attestation or a credential. A reader goes no deeper than 64 levels and takes less than 4 GiB.
    package init(bytes: Int = 1 << 20, depth: Int = 16, items: Int = 20_000) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
    }

    /// For bytes that were taken once: what was inside bounds then.
    init(whole count: Int) { self.init(bytes: count, items: count) }
}
