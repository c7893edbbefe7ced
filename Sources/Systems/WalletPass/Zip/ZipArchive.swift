/// A zip archive from an untrusted source, read strictly. The directory must match the file headers, nothing may overlap or
/// follow the end, and all limits are checked before unpacking.
package struct ZipArchive {
    /// The limits of an archive: its bytes, the unpacked bytes of all files, and the number of files.
    package struct Limits {
        package var packed: Int
        package var unpacked: Int
        package var files: Int

        package init(packed: Int, unpacked: Int, files: Int) {
            (self.packed, self.unpacked, self.files) = (packed, unpacked, files)
        }

        /// The limits for a pass, above what Wallet accepts.
        package static let pass = Limits(packed: 32 << 20, unpacked: 64 << 20, files: 1_000)
    }

    /// The contents of the files by name.
    package private(set) var files: [String: [UInt8]] = [:]

    package init(_ bytes: [UInt8], limits: Limits = .pass) throws(ZipError) {
        guard bytes.count <= limits.packed else { throw .tooLarge }
        let end = try ZipArchive.end(of: bytes)
        guard end.count <= limits.files else { throw .tooLarge }
        var reader = ZipReader(bytes, at: end.start, until: end.start + end.size)
        var entries: [ZipEntry] = []
        var total = 0
        for _ in 0..<end.count {
            let entry = try ZipEntry(&reader)
            total += entry.size
            guard total <= limits.unpacked else { throw .tooLarge }
            entries.append(entry)
        }
        guard reader.isAtEnd else { throw .damaged }
        var last = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            let (content, next) = try entry.content(in: bytes, from: last, until: end.start)
            last = next
            if entry.isFolder { continue }
            guard ZipName.isGood(entry.name) else { throw .badName }
            guard files.updateValue(content, forKey: entry.name) == nil else { throw .badName }
        }
    }

    /// Returns the position of the directory from the record at the very end; comments after it are not supported.
    private static func end(of bytes: [UInt8]) throws(ZipError) -> (start: Int, size: Int, count: Int) {
        let place = bytes.count - 22
        guard place >= 0 else { throw .damaged }
        var reader = ZipReader(bytes, at: place, until: bytes.count)
        guard try reader.next(UInt32.self) == ZipSignature.end else { throw .damaged }
        guard try reader.next(UInt16.self) == 0, try reader.next(UInt16.self) == 0 else { throw .unsupported }
        let (here, count) = (try reader.next(UInt16.self), try reader.next(UInt16.self))
        let (size, start) = (Int(try reader.next(UInt32.self)), Int(try reader.next(UInt32.self)))
        guard count < UInt16.max, size < UInt32.max, start < UInt32.max else { throw .unsupported }
        guard here == count, start + size == place, try reader.next(UInt16.self) == 0 else { throw .damaged }
        return (start, size, Int(count))
    }
}

/// A reader of consecutive little-endian numbers.
struct ZipReader {
    private let bytes: [UInt8]
    private(set) var place: Int
    private let end: Int

    init(_ bytes: [UInt8], at place: Int, until end: Int) {
        self.bytes = bytes
        self.place = place
        self.end = end
    }

    var isAtEnd: Bool { place == end }

    mutating func take(_ count: Int) throws(ZipError) -> ArraySlice<UInt8> {
        guard count >= 0, end - place >= count else { throw .damaged }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func next<Number: FixedWidthInteger>(_: Number.Type) throws(ZipError) -> Number {
        try take(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
