import JourneyServer

extension Transaction {
    /// Forgets the oldest rows of a table from which few are taken: `sql` deletes those beyond its last parameter, `most`.
    ///
    /// It runs after each thousandth row, or hundredth of `most` where that is fewer, since it counts rows: `kept` is the row
    /// just inserted, with its `id`. Numbers alone would not do: a database skips some, and whoever can make it skip them
    /// would push out what others keep.
    nonisolated(nonsending) func forgetOldest(
        after kept: Row?, beyond most: Int64, _ sql: StaticString, _ parameters: [SQLValue] = []
    ) async throws {
        guard let kept else { return }
        let id: Int64 = try kept[0]
        guard id % max(1, min(1_000, most / 100)) == 0 else { return }
        try await execute(sql, parameters + [.integer(most)])
    }
}
