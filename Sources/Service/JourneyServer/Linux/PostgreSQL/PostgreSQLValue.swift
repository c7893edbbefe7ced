import CPostgreSQL

extension SQLValue {
    /// The numbers of PostgreSQL's types (`pg_type.dat`).
    enum TypeNumber {
        static let bool: Oid = 16
        static let bytes: Oid = 17
        static let name: Oid = 19
        static let int8: Oid = 20
        static let int2: Oid = 21
        static let int4: Oid = 23
        static let text: Oid = 25
        static let float4: Oid = 700
        static let float8: Oid = 701
        static let unknown: Oid = 705
        static let character: Oid = 1042
        static let varchar: Oid = 1043
        static let numeric: Oid = 1700
        static let void: Oid = 2278
    }

    /// Reads a value of a result in binary form.
    ///
    /// - Throws: `row` for a type that SQLite doesn't have.
    init(result: OpaquePointer, row: Int32, column: Int32) throws(DatabaseError) {
        guard PQgetisnull(result, row, column) == 0 else {
            self = .null
            return
        }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        let type = PQftype(result, column)
        let value: SQLValue? =
            switch type {
            case TypeNumber.int8: bytes.bigEndian(Int64.self).map { .integer($0) }
            case TypeNumber.int4: bytes.bigEndian(Int32.self).map { .integer(Int64($0)) }
            case TypeNumber.int2: bytes.bigEndian(Int16.self).map { .integer(Int64($0)) }
            case TypeNumber.bool: bytes.first.map { .integer(Int64($0)) }
            case TypeNumber.float8: bytes.bigEndian(UInt64.self).map { .real(Double(bitPattern: $0)) }
            case TypeNumber.float4: bytes.bigEndian(UInt32.self).map { .real(Double(Float(bitPattern: $0))) }
            case TypeNumber.text, TypeNumber.varchar, TypeNumber.character, TypeNumber.name, TypeNumber.unknown:
                .text(String(decoding: bytes, as: UTF8.self))
            case TypeNumber.bytes: .blob([UInt8](bytes))
            case TypeNumber.numeric: SQLValue.integer(numeric: bytes)
            case TypeNumber.void: .null
            default: nil
            }
        guard let value else { throw DatabaseError(.row, "PostgreSQL, a value of type \(type)") }
        self = value
    }

    /// A whole number of PostgreSQL's `numeric`, which sums of `BIGINT` are: groups of four decimal digits, the number of
    /// groups before the point, the sign and the digits after the point (`numeric_send`).
    private static func integer(numeric bytes: UnsafeRawBufferPointer) -> SQLValue? {
        let words = stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        guard words.count >= 4, words.count == 4 + words[0] else { return nil }
        let (weight, sign, scale) = (Int(Int16(truncatingIfNeeded: words[1])), words[2], words[3])
        guard scale == 0, sign == 0 || sign == 0x4000, words[0] <= weight + 1 || words[0] == 0, weight < 6 else {
            return nil
        }
        var total: Int64 = 0
        for index in 0..<(words[0] == 0 ? 0 : weight + 1) {
            let digit = Int64(index < words[0] ? words[4 + index] : 0)
            let (tens, isTooLarge) = total.multipliedReportingOverflow(by: 10_000)
            // Below zero all the way, because there is one number more there.
            let (sum, isAlsoTooLarge) = tens.subtractingReportingOverflow(digit)
            guard !isTooLarge, !isAlsoTooLarge else { return nil }
            total = sum
        }
        guard sign == 0 else { return .integer(total) }
        return total == .min ? nil : .integer(-total)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as a number, the highest first, or `nil` when their count is another.
    fileprivate func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        count == MemoryLayout<Number>.size ? Number(bigEndian: loadUnaligned(as: type)) : nil
    }
}
