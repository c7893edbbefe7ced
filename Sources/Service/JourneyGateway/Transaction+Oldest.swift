import JourneyServer

extension Transaction {
    /// Deletes the oldest rows of a table that grows continuously: `sql` deletes those beyond its last parameter, `most`.
    ///
    /// Runs at every thousandth row, or at every hundredth of `most` if that is fewer, because it counts rows; `kept` is the row
    /// just inserted, with its `id`. It doesn't compare ids alone: a database skips some, and a caller who provokes that could
    /// displace other rows.
    nonisolated(nonsending) func deleteOldest(
        after kept: Row?, beyond most: Int64, _ sql: StaticString, _ parameters: [SQLValue] = []
    ) async throws {
        guard let kept else { return }
        let id: Int64 = try kept[0]
        guard id % max(1, min(1_000, most / 100)) == 0 else { return }
        try await execute(sql, parameters + [.integer(most)])
    }
}
