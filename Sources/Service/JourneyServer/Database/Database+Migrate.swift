import JourneyCrypto

extension Database {
    /// Applies all missing steps of `schema` in order, in one transaction. A step that rewrites the files can't be part of it: if
    /// it fails, the steps before it stay applied.
    ///
    /// Instances that start at the same time take turns.
    ///
    /// - Parameter schema: The steps, oldest first.
    /// - Throws: `DatabaseError`: of kind `migration` when the database has steps that this program doesn't know (the program is
    ///   older than the
    ///   database), or a step that differs from the one that was applied; and the errors of a step's own SQL.
    public func migrate(_ schema: Schema) async throws {
        var rewritten = 0
        while let step = try await apply(schema, rewritten: rewritten) {
            try await rewrite()
            rewritten = step + 1
        }
    }

    /// Applies the steps that are missing in one transaction, up to one that rewrites the files.
    ///
    /// - Parameter rewritten: How many steps are applied once those are recorded whose files have been rewritten.
    /// - Returns: The index of the step for which the files have to be rewritten first; `nil` when all are applied.
    private func apply(_ schema: Schema, rewritten: Int) async throws -> Int? {
        let steps = schema.migrations.map { step in
            (
                name: "\(step.name)", sql: "\(step.sql)", checksum: SHA256.hash(Array("\(step.sql)".utf8)),
                isRewriting: step.isRewriting
            )
        }
        let part = SQLValue.text("\(schema.name)")
        let moment = moment
        return try await transact(.migration, migrators) { transaction in
            try await transaction.session.script(Database.journal)
            let applied = try await transaction.query(
                "SELECT name, checksum FROM journey_migration WHERE part = $1 ORDER BY position", [part])
            guard applied.count <= steps.count else {
                throw DatabaseError(.migration, "the database is newer than this program")
            }
            for (index, row) in applied.enumerated() {
                let (name, checksum): (String, [UInt8]) = (try row["name"], try row["checksum"])
                guard name == steps[index].name, checksum == steps[index].checksum else {
                    throw DatabaseError(.migration, "step \(index + 1) is not the one that was applied")
                }
            }
            for (index, step) in steps.enumerated().dropFirst(applied.count) {
                // Where no step was applied before, nothing was ever deleted.
                if step.isRewriting, !applied.isEmpty, index >= rewritten { return index }
                if !step.isRewriting { try await transaction.session.script(step.sql) }
                try await transaction.execute(
                    "INSERT INTO journey_migration (part, position, name, checksum, applied) VALUES ($1, $2, $3, $4, $5)",
                    [part, .integer(Int64(index + 1)), .text(step.name), .blob(step.checksum), .integer(moment)])
            }
            return nil
        }
    }

    /// The table that records the applied steps.
    private static let journal = """
        CREATE TABLE IF NOT EXISTS journey_migration (
            part TEXT NOT NULL, position {integer} NOT NULL, name TEXT NOT NULL, checksum {blob} NOT NULL,
            applied {integer} NOT NULL, PRIMARY KEY (part, position)
        ) {strict}
        """
}
