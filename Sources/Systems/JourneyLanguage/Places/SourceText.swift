/// A file's bytes by line, for messages with positions.
package struct SourceText: Sendable {
    /// A position in a text.
    package struct Place: Hashable, Sendable, Comparable {
        /// The line, counted from 1.
        package let line: Int
        /// The column, counted from 1 in characters (Unicode scalars), as in editors.
        package let column: Int

        package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

        package static func < (a: Place, b: Place) -> Bool { (a.line, a.column) < (b.line, b.column) }
    }

    let bytes: [UInt8]
    /// The offset of each line's start.
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// Returns the position of the byte at `offset`; for an offset beyond the end, that of the end.
    func place(at offset: Int) -> Place {
        let offset = min(offset, bytes.count)
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let isStart = { (byte: UInt8) in byte & 0xC0 != 0x80 }
        return Place(line: low + 1, column: bytes[starts[low]..<offset].count(where: isStart) + 1)
    }

    /// Returns the text of a line, counted from 1, without its line end, or `nil` if there is no such line.
    package func line(_ number: Int) -> String? {
        guard starts.indices.contains(number - 1) else { return nil }
        let end = number < starts.count ? starts[number] - 1 : bytes.count
        let text = bytes[starts[number - 1]..<end]
        return String(decoding: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
    }
}
