/// Malicious archives.
enum HostileArchive {
    /// An archive that declares 2 GB of content in a few bytes.
    static let bomb = archive(size: 2_000_000_000, names: ["pass.json"])
    /// A valid archive except for a file name that points outside.
    static let ladder = archive(size: 4, names: ["../../pass.json"])

    private static func archive(size: UInt32, names: [String]) -> [UInt8] {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        var (out, entries): ([UInt8], [UInt8]) = ([], [])
        for name in names {
            // Stored, or declared as deflated from far more.
            let method = size > 1_000 ? 8 : 0
            let content: [UInt8] = [3, 0, 0, 0]
            let checksum: UInt32 = 0x33F1_70F2
            let middle =
                two(0) + two(method) + four(0) + four(checksum) + four(4) + four(size) + two(name.utf8.count) + two(0)
            entries += four(0x0201_4B50) + two(20) + two(20) + middle + two(0) + two(0) + two(0) + four(0)
            entries += four(UInt32(out.count)) + Array(name.utf8)
            out += four(0x0403_4B50) + two(20) + middle + Array(name.utf8) + content
        }
        let start = UInt32(out.count)
        return out + entries + four(0x0605_4B50) + two(0) + two(0) + two(names.count) + two(names.count)
            + four(UInt32(entries.count)) + four(start) + two(0)
    }
}
