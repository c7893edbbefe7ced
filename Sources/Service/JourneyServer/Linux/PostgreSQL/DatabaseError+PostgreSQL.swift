import CPostgreSQL

extension DatabaseError {
    /// The error in a result, by its SQLSTATE (PostgreSQL, "Error Codes"). Its text is left behind: it may quote values.
    init(result: OpaquePointer?) {
        guard let field = PQresultErrorField(result, cpostgresql_sqlstate) else {
            self.init(.connectionLost, "PostgreSQL, the connection broke")
            return
        }
        let state = String(cString: field)
        self.init(DatabaseError.kind(ofState: state), "PostgreSQL \(state)")
    }

    private static func kind(ofState state: String) -> Kind {
        switch state {
        case "23505": .constraint(.unique)
        case "23503", "23001": .constraint(.foreignKey)
        case "23502": .constraint(.notNull)
        case "40001", "40P01": .serialization
        case "57014": .timeout
        case "55P03": .busy
        case "42804", "42846": .value
        case "25006": .readOnly
        case "53100": .full
        case "XX001", "XX002": .corrupt
        // A statement with the wrong number of parameters; its class is that of broken connections.
        case "08P01": .statement
        case "57P03", "53300": .unavailable
        default: kind(ofClass: state.prefix(2))
        }
    }

    private static func kind(ofClass name: Substring) -> Kind {
        switch name {
        case "22": .value
        case "23": .constraint(.check)
        case "08", "57": .connectionLost
        case "53", "58": .unavailable
        default: .statement
        }
    }
}
