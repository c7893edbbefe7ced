import CSQLite

extension DatabaseError {
    /// SQLite's own result code, extended ("Result and Error Codes"). Its text is left behind: it may quote SQL.
    init(sqlite status: Int32) {
        let kind: Kind =
            switch status {
            case csqlite_constraint_unique, csqlite_constraint_primary_key, csqlite_constraint_row_id:
                .constraint(.unique)
            case csqlite_constraint_foreign_key: .constraint(.foreignKey)
            case csqlite_constraint_not_null: .constraint(.notNull)
            case csqlite_constraint_data_type: .value
            case csqlite_busy_snapshot: .serialization
            default: DatabaseError.kind(ofPrimary: status & 0xFF)
            }
        self.init(kind, "SQLite \(status)")
    }

    private static func kind(ofPrimary status: Int32) -> Kind {
        switch status {
        case SQLITE_CONSTRAINT: .constraint(.check)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        // The watchdog's, or a cancellation: the session knows which.
        case SQLITE_INTERRUPT: .timeout
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_TOOBIG, SQLITE_MISMATCH: .value
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PERM, SQLITE_AUTH: .unavailable
        default: .statement
        }
    }
}
