/// One statement of SQL with its parameters.
///
/// The SQL is a `StaticString`, so it can't contain input, which goes into parameters. They are written `$1`, `$2` and so on, each
/// as often as it is needed, for both databases.
public struct Statement: Sendable {
    /// The text of the statement.
    public let sql: StaticString
    /// The values of the parameters; `parameters[0]` is `$1`.
    public let parameters: [SQLValue]

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - sql: `SELECT`, `VALUES`, `WITH`, `INSERT`, `UPDATE` or `DELETE`, with `$1`, `$2`, … for its parameters. All other SQL
    ///     belongs in a
    ///     migration.
    ///   - parameters: The values of the parameters, in order.
    public init(_ sql: StaticString, _ parameters: [SQLValue] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// The result of a statement.
public struct Answer: Hashable, Sendable {
    /// The rows of a query, or of a `RETURNING` clause.
    package let rows: [Row]
    /// The number of rows that were inserted, updated or deleted.
    package let changes: Int
}

/// The first word of a statement, which says what it may do.
enum Verb {
    /// Cannot change anything.
    case select
    /// Usually a query, but may introduce a change.
    case with
    /// Changes rows.
    case change

    /// Finds the verb of a statement; `nil` for statements that aren't allowed: control of transactions, settings, changes of
    /// tables.
    init?(_ sql: StaticString) {
        let word = sql.withUTF8Buffer { text in
            let rest = text.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }
            // Lower case by setting a bit: what is no letter becomes no keyword by it.
            return String(
                decoding: rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }.map { $0 | 0x20 }, as: UTF8.self)
        }
        switch word {
        case "select", "values": self = .select
        case "with": self = .with
        case "insert", "update", "delete": self = .change
        default: return nil
        }
    }
}

extension DatabaseError {
    static let verb = DatabaseError(.statement, "only SELECT, VALUES, WITH, INSERT, UPDATE and DELETE are allowed")
    static let change = DatabaseError(.statement, "a change has no place where only queries are allowed")
}

/// A statement's identity: the address of its text in the program.
struct StatementKey: Hashable {
    private let address: UInt
    private let count: Int

    init(_ sql: StaticString) {
        // A literal of one character may be kept as that character; then it is its own address.
        address = sql.hasPointerRepresentation ? UInt(bitPattern: sql.utf8Start) : UInt(sql.unicodeScalar.value)
        count = sql.hasPointerRepresentation ? sql.utf8CodeUnitCount : 0
    }
}
