/// The value of a column or a parameter.
///
/// SQLite and PostgreSQL both store exactly these. Booleans are 0 or 1, times are milliseconds since 1970, amounts of money are
/// whole minor units. Text contains no NUL, and no number is NaN, because one of the two databases can't store them.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// Returns the integer 1 for `true`, 0 for `false`.
    public static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

extension SQLValue {
    /// Throws `DatabaseError` of kind `value` for what one of the databases cannot keep.
    func check() throws(DatabaseError) {
        switch self {
        case .text(let text) where text.utf8.contains(0): throw DatabaseError(.value, "text with a NUL in it")
        case .real(let number) where number.isNaN: throw DatabaseError(.value, "NaN is not a number that can be stored")
        default: break
        }
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(nilLiteral: ()) { self = .null }
}

/// A Swift type that a column can be read as. Nothing is converted: text with digits isn't read as a number.
public protocol SQLReadable {
    /// The value, or `nil` when the column holds something else.
    init?(_ value: SQLValue)
}

extension Int64: SQLReadable {
    public init?(_ value: SQLValue) {
        guard case .integer(let value) = value else { return nil }
        self = value
    }
}

extension Double: SQLReadable {
    public init?(_ value: SQLValue) {
        guard case .real(let value) = value else { return nil }
        self = value
    }
}

extension Bool: SQLReadable {
    /// Reads 0 or 1; `nil` for any other value.
    public init?(_ value: SQLValue) {
        switch value {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension String: SQLReadable {
    public init?(_ value: SQLValue) {
        guard case .text(let value) = value else { return nil }
        self = value
    }
}

extension [UInt8]: SQLReadable {
    public init?(_ value: SQLValue) {
        guard case .blob(let value) = value else { return nil }
        self = value
    }
}

extension Optional: SQLReadable where Wrapped: SQLReadable {
    /// Reads null as `nil`, and any other value as `Wrapped`.
    public init?(_ value: SQLValue) {
        if case .null = value {
            self = nil as Wrapped?
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = wrapped
        }
    }
}
