/// A file of an archive, from the directory (APPNOTE, section 4.3.12).
struct ZipEntry {
    let name: String
    /// The unpacked size in bytes.
    let size: Int
    /// The offset of the file's own header.
    let offset: Int
    private let rawName: [UInt8]
    private let flags: UInt16
    private let method: UInt16
    private let checksum: UInt32
    private let packedSize: Int

    /// The flags for encrypted, patched, strongly encrypted and masked files.
    private static let refusedFlags: UInt16 = 1 | 1 << 5 | 1 << 6 | 1 << 13
    /// The flag for checksum and sizes after the content; the file's own header then has zeros.
    private static let describedLater: UInt16 = 1 << 3

    init(_ reader: inout ZipReader) throws(ZipError) {
        guard try reader.next(UInt32.self) == ZipSignature.entry else { throw .damaged }
        _ = try reader.take(4)
        flags = try reader.next(UInt16.self)
        method = try reader.next(UInt16.self)
        _ = try reader.take(4)
        checksum = try reader.next(UInt32.self)
        packedSize = Int(try reader.next(UInt32.self))
        size = Int(try reader.next(UInt32.self))
        let lengths = (
            Int(try reader.next(UInt16.self)), Int(try reader.next(UInt16.self)), Int(try reader.next(UInt16.self))
        )
        guard try reader.next(UInt16.self) == 0 else { throw .unsupported }
        _ = try reader.take(6)
        offset = Int(try reader.next(UInt32.self))
        rawName = Array(try reader.take(lengths.0))
        _ = try reader.take(lengths.1 + lengths.2)
        guard flags & ZipEntry.refusedFlags == 0, method == 0 || method == 8 else { throw .unsupported }
        guard packedSize < UInt32.max, size < UInt32.max, offset < UInt32.max else { throw .unsupported }
        guard let name = String(validating: rawName, as: UTF8.self) else { throw .badName }
        self.name = name
    }

    /// `true` for a folder: a name with a trailing slash and no content.
    var isFolder: Bool { name.hasSuffix("/") && size == 0 }

    /// Returns the content and the first possible offset of the next file. `start` is the first possible offset of this one.
    func content(in bytes: [UInt8], from start: Int, until end: Int) throws(ZipError) -> ([UInt8], Int) {
        guard offset >= start, offset <= end else { throw .damaged }
        var reader = ZipReader(bytes, at: offset, until: end)
        guard try reader.next(UInt32.self) == ZipSignature.file else { throw .damaged }
        _ = try reader.take(2)
        guard try reader.next(UInt16.self) == flags, try reader.next(UInt16.self) == method else { throw .damaged }
        _ = try reader.take(4)
        let declared = (try reader.next(UInt32.self), try reader.next(UInt32.self), try reader.next(UInt32.self))
        let isLater = flags & ZipEntry.describedLater != 0
        guard isLater && declared == (0, 0, 0) || declared == (checksum, UInt32(packedSize), UInt32(size)) else {
            throw .damaged
        }
        let lengths = (Int(try reader.next(UInt16.self)), Int(try reader.next(UInt16.self)))
        guard try reader.take(lengths.0) == rawName[...] else { throw .damaged }
        _ = try reader.take(lengths.1)
        let packed = try reader.take(packedSize)
        let content: [UInt8]
        if method == 0 {
            guard packedSize == size else { throw .damaged }
            content = Array(packed)
        } else {
            guard let unpacked = Deflate.unpacked(packed, count: size) else { throw .damaged }
            content = unpacked
        }
        guard CRC32.checksum(content) == checksum else { throw .damaged }
        return (content, reader.place)
    }
}
