/// The members of a map, sorted by the bytes of their keys (RFC 8949, section 4.2.1).
///
/// All keys are encoded into one buffer and sorted by their ranges in it.
struct SortedMembers {
    private struct Entry {
        /// The first eight bytes of the key, padded with zeros. They decide most comparisons.
        let prefix: UInt64
        let start: Int
        let end: Int
        let member: Dictionary<CBORValue, CBORValue>.Index
    }

    private let members: [CBORValue: CBORValue]
    private var keys: [UInt8] = []
    private var entries: [Entry] = []

    init(_ members: [CBORValue: CBORValue]) {
        self.members = members
        keys.reserveCapacity(members.count * 4)
        entries.reserveCapacity(members.count)
        for member in members.indices {
            let start = keys.count
            members[member].key.write(into: &keys)
            var prefix: UInt64 = 0
            for offset in start..<start + 8 { prefix = prefix << 8 | (offset < keys.count ? UInt64(keys[offset]) : 0) }
            entries.append(Entry(prefix: prefix, start: start, end: keys.count, member: member))
        }
        keys.withUnsafeBytes { keys in
            entries.sort { left, right in
                guard left.prefix == right.prefix else { return left.prefix < right.prefix }
                return Self.precedes(
                    UnsafeRawBufferPointer(rebasing: keys[left.start..<left.end]),
                    UnsafeRawBufferPointer(rebasing: keys[right.start..<right.end]))
            }
        }
    }

    func write(into out: inout [UInt8]) {
        for entry in entries {
            out += keys[entry.start..<entry.end]
            members[entry.member].value.write(into: &out)
        }
    }

    /// Returns `true` if `left` sorts before `right`, comparing eight bytes at a time.
    private static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        let common = min(left.count, right.count)
        var offset = 0
        while offset + 8 <= common {
            let (one, other) = (
                UInt64(bigEndian: left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
                UInt64(bigEndian: right.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            )
            guard one == other else { return one < other }
            offset += 8
        }
        while offset < common {
            guard left[offset] == right[offset] else { return left[offset] < right[offset] }
            offset += 1
        }
        return left.count < right.count
    }
}
