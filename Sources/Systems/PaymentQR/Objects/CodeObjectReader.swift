/// A reader of data objects, strict about identifiers, lengths, positions and repetitions.
struct CodeObjectReader {
    /// The unit of lengths. The specification counts characters; some issuers count bytes.
    enum Unit { case characters, bytes }

    let bytes: [UInt8]
    let unit: Unit

    /// Reads the objects of a code, whose last one must be the checksum.
    func code() throws(PaymentCodeError) -> [CodeObject] {
        var objects: [CodeObject] = []
        objects.reserveCapacity(20)
        var seen: (UInt64, UInt64) = (0, 0)
        var at = 0
        while at < bytes.count {
            if objects.last?.id == "63" {
                throw PaymentCodeError(.order, at: "63", "The checksum is not the last object.")
            }
            let (id, range) = try next(&at, end: bytes.count, in: "", &seen)
            let number = CodeObjectReader.number(id)
            let value = try text(range, path: id)
            let inner = CodeObjectReader.isTemplate(number) ? try template(range, path: id) : nil
            objects.append(CodeObject(id: id, value: value, objects: inner))
        }
        return objects
    }

    private func template(_ range: Range<Int>, path: String) throws(PaymentCodeError) -> [CodeObject] {
        var objects: [CodeObject] = []
        var seen: (UInt64, UInt64) = (0, 0)
        var at = range.lowerBound
        while at < range.upperBound {
            let (id, value) = try next(&at, end: range.upperBound, in: path, &seen)
            let place = "\(path).\(id)"
            // Templates of payment systems in the additional data have an identifier of their network.
            let isNested = path == "62" && id >= "50"
            let inner = isNested ? try template(value, path: place) : nil
            objects.append(CodeObject(id: id, value: try text(value, path: place), objects: inner))
        }
        return objects
    }

    private func next(
        _ at: inout Int, end: Int, in path: String, _ seen: inout (UInt64, UInt64)
    ) throws(PaymentCodeError) -> (id: String, value: Range<Int>) {
        guard end - at >= 4 else {
            throw PaymentCodeError(.length, at: path, "What is left is too short for an identifier and a length.")
        }
        guard let number = digits(at) else {
            throw PaymentCodeError(.tag, at: path, "An identifier is not two ASCII digits.")
        }
        let id = CodeObjectReader.name(number)
        // The place is built only for a refusal: reading is on the way of each payment.
        func place() -> String { path.isEmpty ? id : "\(path).\(id)" }
        guard let length = digits(at + 2), length > 0 else {
            throw PaymentCodeError(.length, at: place(), "The length is not two ASCII digits from 01 to 99.")
        }
        let isNew = number < 64 ? seen.0 >> UInt64(number) & 1 == 0 : seen.1 >> UInt64(number - 64) & 1 == 0
        guard isNew else { throw PaymentCodeError(.duplicate, at: place(), "The data object occurs twice.") }
        if number < 64 { seen.0 |= 1 << UInt64(number) } else { seen.1 |= 1 << UInt64(number - 64) }
        let start = at + 4
        var stop = start
        if unit == .bytes {
            stop += length
        } else {
            for _ in 0..<length {
                guard stop < end else { break }
                stop += 1
                while stop < bytes.count, bytes[stop] & 0xC0 == 0x80 { stop += 1 }
            }
        }
        let count = unit == .bytes ? stop - start : scalars(start..<min(stop, end))
        guard stop <= end, count == length else {
            throw PaymentCodeError(.length, at: place(), "The length exceeds what is left.")
        }
        at = stop
        return (id, start..<stop)
    }

    private func scalars(_ range: Range<Int>) -> Int {
        var count = 0
        for at in range where bytes[at] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    private func digits(_ at: Int) -> Int? {
        guard at + 1 < bytes.count, bytes[at].isDigit, bytes[at + 1].isDigit else { return nil }
        return Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30)
    }

    private func text(_ range: Range<Int>, path: @autoclosure () -> String) throws(PaymentCodeError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw PaymentCodeError(.length, at: path(), "The length ends within a character.")
        }
        return text
    }

    /// The identifiers as texts.
    private static let names: [String] = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }

    static func name(_ number: Int) -> String { names[number] }

    static func number(_ id: String) -> Int { Int(id) ?? 0 }

    /// Returns `true` if the object has objects in it (EMV QRCPS MPM, table 3.1).
    static func isTemplate(_ number: Int) -> Bool {
        switch number {
        case 26...51, 62, 64, 80...99: true
        default: false
        }
    }
}
