/// Bounds on what is read: untrusted bytes are bounded before they are parsed, and counts before room is made for them.
public struct CBORLimits: Sendable {
    /// The longest input, in bytes.
    public var bytes: Int
    /// The most levels of nesting: arrays, maps and tags each count for one.
    public var depth: Int
    /// The most data items in all: keys, values, tags, and the pieces of strings that come in pieces.
    public var items: Int

    /// No caller may ask for more levels: reading recurses, and the stack ends.
    static let deepest = 64

    /// The defaults suit an attestation or a credential. `depth` is cut to 64.
    public init(bytes: Int = 1 << 20, depth: Int = 16, items: Int = 20_000) {
        self.bytes = bytes
        self.depth = min(depth, CBORLimits.deepest)
        self.items = items
    }
}
