/// Writes a zip archive (PKWARE's APPNOTE 6.3) reproducibly: the same files give the same bytes on every machine and day.
///
/// Names are sorted; there are no times, attributes or extra fields. Files are deflated when that makes them smaller, except
/// images, which are already compressed.
package struct ZipWriter {
    /// 1 January 1980, the first date in zip.
    private static let date: UInt16 = 1 << 5 | 1
    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// Returns the archive of `files`, by name. Throws `ZipError.tooLarge` beyond 65,535 files or 4 GiB, and `badName` for a name
    /// that the reader would refuse.
    package static func archive(_ files: [String: [UInt8]], isDeflated: Bool) throws(ZipError) -> [UInt8] {
        guard files.count < Int(UInt16.max), files.values.reduce(0, { $0 + $1.count }) < Int(UInt32.max) / 2 else {
            throw .tooLarge
        }
        var writer = ZipWriter()
        writer.body.reserveCapacity(files.reduce(64) { $0 + $1.value.count + 2 * $1.key.utf8.count + 80 })
        for (name, bytes) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            guard ZipName.isGood(name) else { throw .badName }
            writer.add(name, bytes, isDeflated: isDeflated && !name.lowercased().hasSuffix(".png"))
        }
        return writer.end()
    }

    private mutating func add(_ name: String, _ bytes: [UInt8], isDeflated: Bool) {
        let packed = isDeflated ? Deflate.packed(bytes).flatMap { $0.count < bytes.count ? $0 : nil } : nil
        let content = packed ?? bytes
        var header: [UInt8] = []
        header.append(little: 20 as UInt16)
        // The flag declares a UTF-8 name, which non-ASCII names need.
        header.append(little: UInt16(name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11))
        header.append(little: UInt16(packed == nil ? 0 : 8))
        header.append(little: 0 as UInt16)
        header.append(little: ZipWriter.date)
        header.append(little: CRC32.checksum(bytes))
        header.append(little: UInt32(content.count))
        header.append(little: UInt32(bytes.count))
        header.append(little: UInt16(name.utf8.count))
        header.append(little: 0 as UInt16)

        directory.append(little: ZipSignature.entry)
        directory.append(little: 20 as UInt16)
        directory += header
        directory += [UInt8](repeating: 0, count: 2 + 2 + 2 + 4)
        directory.append(little: UInt32(body.count))
        directory += name.utf8

        body.append(little: ZipSignature.file)
        body += header
        body += name.utf8
        body += content
        count += 1
    }

    private func end() -> [UInt8] {
        var out = body
        out += directory
        out.append(little: ZipSignature.end)
        out += [0, 0, 0, 0]
        out.append(little: count)
        out.append(little: count)
        out.append(little: UInt32(directory.count))
        out.append(little: UInt32(body.count))
        out += [0, 0]
        return out
    }
}

/// The signatures at the start of an archive's parts.
enum ZipSignature {
    static let file: UInt32 = 0x0403_4B50
    static let entry: UInt32 = 0x0201_4B50
    static let end: UInt32 = 0x0605_4B50
}

extension [UInt8] {
    mutating func append(little value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { self += $0 }
    }
}
