import CPostgreSQL

/// A statement that the server has compiled for one connection.
struct PreparedStatement {
    let name: String
    let isReading: Bool
    /// Of the parameters, as the server found them where they stand.
    var types: [Oid]

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
    /// What libpq read of one statement's answer.
    init(result: OpaquePointer, isReading: Bool) throws(DatabaseError) {
        let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
        changes = isReading ? 0 : Int(String(cString: PQcmdTuples(result))) ?? 0
        guard rowCount > 0 else {
            rows = []
            return
        }
        let columns = Columns(names: (0..<columnCount).map { String(cString: PQfname(result, $0)) })
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
}
