/// Writes items one after the other, with heads as short as they can be, and takes encoded ones as they are.
///
/// What was received is put into a new structure byte for byte this way: nothing that is hashed or signed is encoded twice.
/// Counts and the order of keys are the caller's: where they are known, use `CBORValue.encoded`.
package struct CBORWriter: Sendable {
    /// What has been written.
    package private(set) var encoded: [UInt8] = []

    /// A writer with room for `capacity` bytes.
    package init(capacity: Int = 0) { encoded.reserveCapacity(capacity) }

    /// What has been written, handed over without a copy.
    package consuming func finish() -> [UInt8] { encoded }

    /// The head of an array; its `count` items follow.
    package mutating func array(_ count: Int) { CBORHead.write(.array, UInt64(count), into: &encoded) }

    /// The head of a map; its `count` pairs of key and value follow.
    package mutating func map(_ count: Int) { CBORHead.write(.map, UInt64(count), into: &encoded) }

    /// The head of a tag; what it says something about follows.
    package mutating func tag(_ number: UInt64) { CBORHead.write(.tag, number, into: &encoded) }

    /// A byte string.
    package mutating func bytes(_ content: some Collection<UInt8>) {
        CBORHead.write(.bytes, UInt64(content.count), into: &encoded)
        encoded += content
    }

    /// The head of a byte string; its `count` bytes follow, as they are.
    package mutating func bytesHead(_ count: Int) { CBORHead.write(.bytes, UInt64(count), into: &encoded) }

    /// A text.
    package mutating func text(_ text: String) {
        CBORHead.write(.text, UInt64(text.utf8.count), into: &encoded)
        encoded += text.utf8
    }

    /// `null`.
    package mutating func null() { encoded.append(0xF6) }

    /// A value, in its deterministic form.
    package mutating func value(_ value: CBORValue) { value.write(into: &encoded) }

    /// Items that are encoded already, as they are.
    package mutating func raw(_ items: some Collection<UInt8>) { encoded += items }

    /// An item that is encoded already, in a byte string under tag 24 (RFC 8949, section 3.4.5.1).
    package mutating func embedded(_ item: some Collection<UInt8>) {
        tag(24)
        bytes(item)
    }
}
