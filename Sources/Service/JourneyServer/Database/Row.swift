/// One row of a query's result.
///
/// ```swift
/// let balance: Int64 = try row["balance"]
/// let note: String? = try row["note"]  // null is nil
/// ```
public struct Row: Hashable, Sendable {
    let columns: Columns
    let values: [SQLValue]

    /// The column called `name`.
    ///
    /// - Throws: `DatabaseError` of kind `row` when there is none, or it holds another type.
    public subscript<Value: SQLReadable>(_ name: StaticString) -> Value {
        get throws(DatabaseError) {
            guard let index = columns.index(of: name) else {
                throw DatabaseError(.row, "there is no column \(name)")
            }
            guard let value = Value(values[index]) else {
                throw DatabaseError(.row, "column \(name) is no \(Value.self)")
            }
            return value
        }
    }

    /// The column at `index`, from 0. Throws `DatabaseError` of kind `row`.
    public subscript<Value: SQLReadable>(_ index: Int) -> Value {
        get throws(DatabaseError) {
            guard values.indices.contains(index) else { throw DatabaseError(.row, "there is no column \(index)") }
            guard let value = Value(values[index]) else {
                throw DatabaseError(.row, "column \(index) is no \(Value.self)")
            }
            return value
        }
    }
}

/// The names of an answer's columns, shared by its rows.
final class Columns: Hashable, Sendable {
    let names: [String]

    init(names: [String]) { self.names = names }

    func index(of name: StaticString) -> Int? {
        name.withUTF8Buffer { wanted in names.firstIndex { $0.utf8.elementsEqual(wanted) } }
    }

    static func == (a: Columns, b: Columns) -> Bool { a === b || a.names == b.names }
    func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
