/// Locates elements of strict DER in memory that must not be copied, such as secret keys.
enum DERLocator {
    /// Returns the range of the content of the element whose header is at `start`. Only the shortest length form and at most 64
    /// KiB are accepted.
    static func content(_ tag: UInt8, of key: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        guard key.count - start >= 2, key[start] == tag else { return nil }
        let octets = key[start + 1] < 0x80 ? 0 : Int(key[start + 1]) - 0x80
        guard octets <= 2, key.count - start >= 2 + octets else { return nil }
        let count = octets == 0 ? Int(key[start + 1]) : (0..<octets).reduce(0) { $0 << 8 | Int(key[start + 2 + $1]) }
        let first = start + 2 + octets
        guard RSAKeyInfo.head(tag, count: count).count == 2 + octets, key.count - first >= count else { return nil }
        return first..<first + count
    }
}
