/// What a column holds and a parameter takes (SQLite, "Datatypes").
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(nilLiteral: ()) { self = .null }
}

/// One row of an answer, by column name.
public struct SQLiteRow: Hashable, Sendable {
    let values: [String: SQLiteValue]

    /// The whole number in `column`, or `nil` when it holds something else.
    public func integer(_ column: String) -> Int64? {
        if case .integer(let value) = values[column] { value } else { nil }
    }

    /// The text in `column`, or `nil` when it holds something else.
    public func text(_ column: String) -> String? {
        if case .text(let value) = values[column] { value } else { nil }
    }

    /// The bytes in `column`, or `nil` when it holds something else.
    public func blob(_ column: String) -> [UInt8]? {
        if case .blob(let value) = values[column] { value } else { nil }
    }

    public subscript(column: String) -> SQLiteValue { values[column] ?? .null }
}
