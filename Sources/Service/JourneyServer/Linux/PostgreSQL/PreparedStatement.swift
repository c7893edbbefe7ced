import CPostgreSQL

/// A statement that the server has compiled for one connection.
final class PreparedStatement {
    let name: String
    /// `nil` for those that begin and end transactions.
    let verb: Verb?
    /// The types of the parameters, as the server inferred them.
    var types: [Oid] = []
    /// Known from the first answer with rows on.
    var columns: Columns?

    init(name: String, verb: Verb?) {
        self.name = name
        self.verb = verb
    }

    /// Throws for parameters that do not fit. Bytes and text are never taken for each other, though the server would: it
    /// finds a text for every value.
    func check(_ parameters: [SQLValue]) throws(DatabaseError) {
        guard parameters.count == types.count else {
            throw DatabaseError(.statement, "the wrong number of parameters")
        }
        for (value, type) in zip(parameters, types) {
            try value.check()
            switch value {
            case .null: break
            case .blob where type == SQLValue.TypeNumber.bytes: break
            case .integer where type != SQLValue.TypeNumber.bytes, .real where type != SQLValue.TypeNumber.bytes,
                .text where type != SQLValue.TypeNumber.bytes:
                break
            default: throw DatabaseError(.value, "bytes in place of something else, or the reverse")
            }
        }
    }
}

extension Answer {
    /// Copies libpq's result of one statement.
    init(result: OpaquePointer, of statement: PreparedStatement) throws(DatabaseError) {
        let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
        changes = statement.verb == .select ? 0 : Answer.changes(result)
        guard rowCount > 0 else {
            rows = []
            return
        }
        let columns =
            statement.columns ?? Columns(names: (0..<columnCount).map { String(cString: PQfname(result, $0)) })
        statement.columns = columns
        var rows: [Row] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(columnCount))
            for column in 0..<columnCount {
                values.append(try SQLValue(result: result, row: row, column: column))
            }
            rows.append(Row(columns: columns, values: values))
        }
        self.rows = rows
    }

    /// The number at the end of a change's command tag; a query's number is that of its rows.
    private static func changes(_ result: OpaquePointer) -> Int {
        let tag = String(cString: PQcmdStatus(result))
        return tag.hasPrefix("SELECT") ? 0 : tag.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}
