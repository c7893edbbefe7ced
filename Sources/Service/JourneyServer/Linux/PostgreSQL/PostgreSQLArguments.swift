import Glibc

/// A statement's parameters as libpq takes them: text, but for bytes.
///
/// One buffer holds them all and is used again. Numbers go as text, so that the server reads them as whatever type it
/// finds in their place.
struct PostgreSQLArguments {
    private var bytes: [UInt8] = []
    private var offsets: [Int] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    /// Takes values that have been checked.
    mutating func fill(_ values: [SQLValue]) {
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for value in values {
            var (isNull, isBinary) = (false, false)
            let start = bytes.count
            switch value {
            case .null: isNull = true
            case .integer(let value): bytes.append(contentsOf: String(value).utf8)
            case .real(let value):
                bytes.append(contentsOf: (value.isFinite ? "\(value)" : value < 0 ? "-Infinity" : "Infinity").utf8)
            case .text(let value): bytes.append(contentsOf: value.utf8)
            case .blob(let value):
                isBinary = true
                bytes.append(contentsOf: value)
            }
            offsets.append(isNull ? -1 : start)
            lengths.append(Int32(clamping: bytes.count - start))
            formats.append(isBinary ? 1 : 0)
            bytes.append(0)
        }
    }

    /// Lends the values' addresses; null has none.
    func withAddresses<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        bytes.withUnsafeBytes { memory in
            let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
            return body(offsets.map { offset in offset < 0 ? nil : base.map { $0 + offset } })
        }
    }
}
