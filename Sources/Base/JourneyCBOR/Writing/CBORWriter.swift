/// Writes items one after the other with the shortest heads, and copies encoded items unchanged.
///
/// It embeds received bytes in a new structure unchanged, so that nothing hashed or signed is re-encoded. The caller is
/// responsible for counts and the order of keys; `CBORValue.encoded` does both.
package struct CBORWriter: Sendable {
    /// The bytes written so far.
    package private(set) var encoded: [UInt8] = []

    /// Creates a writer with room for `capacity` bytes.
    package init(capacity: Int = 0) { encoded.reserveCapacity(capacity) }

    /// Returns the bytes without copying them.
    package consuming func finish() -> [UInt8] { encoded }

    /// Writes the head of an array; `count` items must follow.
    package mutating func array(_ count: Int) { CBORHead.write(.array, UInt64(count), into: &encoded) }

    /// Writes the head of a map; `count` pairs of key and value must follow.
    package mutating func map(_ count: Int) { CBORHead.write(.map, UInt64(count), into: &encoded) }

    /// Writes the head of a tag; the tagged item must follow.
    package mutating func tag(_ number: UInt64) { CBORHead.write(.tag, number, into: &encoded) }

    /// Writes a byte string.
    package mutating func bytes(_ content: some Collection<UInt8>) {
        CBORHead.write(.bytes, UInt64(content.count), into: &encoded)
        encoded += content
    }

    /// Writes the head of a byte string; its `count` bytes must follow through `raw`.
    package mutating func bytesHead(_ count: Int) { CBORHead.write(.bytes, UInt64(count), into: &encoded) }

    /// Writes a text string.
    package mutating func text(_ text: String) {
        CBORHead.write(.text, UInt64(text.utf8.count), into: &encoded)
        encoded += text.utf8
    }

    /// Writes `null`.
    package mutating func null() { encoded.append(0xF6) }

    /// Writes a value in deterministic encoding.
    package mutating func value(_ value: CBORValue) { value.write(into: &encoded) }

    /// Copies encoded items unchanged.
    package mutating func raw(_ items: some Collection<UInt8>) { encoded += items }

    /// Writes an encoded item as a byte string under tag 24 (RFC 8949, section 3.4.5.1).
    package mutating func embedded(_ item: some Collection<UInt8>) {
        tag(24)
        bytes(item)
    }
}
