import Foundation
public import JourneyBase
import JourneyServer
import Synchronization

/// A store of telemetry in a database for a limited time: each item as a separate request, indexed by its trace.
public struct TelemetryStore: TelemetryDestination {
    private let database: Database
    private let retention: Duration
    private let most: Int
    private let counts = Counts()
    private let now: @Sendable () -> Date

    private static let schema = Schema(
        "telemetry",
        [
            Migration(
                "items",
                """
                CREATE TABLE telemetry_item (
                    id {identity}, received {integer} NOT NULL, partner TEXT NOT NULL, trace TEXT NOT NULL,
                    document TEXT NOT NULL
                ) {strict};
                CREATE INDEX telemetry_item_received ON telemetry_item (received);
                CREATE INDEX telemetry_item_trace ON telemetry_item (trace)
                """),
            Migration("partners", "CREATE INDEX telemetry_item_partner ON telemetry_item (partner, id)"),
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    ///
    /// Items older than `retention` are deleted with the next insertion or `prune`. Of each partner, about the newest `most`
    /// items are kept (1% more between counts), so that no sender can fill the disk or displace other partners' items.
    init(
        _ database: Database, retention: Duration = .seconds(30 * 86_400), most: Int = 1_000_000,
        dependencies: Dependencies = .system
    ) async throws(JourneyError) {
        self.database = database
        self.retention = retention
        self.most = max(most, 0)
        now = dependencies.now
        try await JourneyError.translating { try await database.migrate(TelemetryStore.schema) }
    }

    public func receive(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws {
        let received = SQLValue.integer(moment)
        var statements = [expiry]
        for batch in batches {
            for item in batch.items {
                let trace =
                    switch item {
                    case .span(let span): span.traceID
                    case .event(let event): event.traceID
                    }
                let document = TelemetryBatch(resource: batch.resource, items: [item]).otlp(signal).compactText
                statements.append(
                    Statement(
                        "INSERT INTO telemetry_item (received, partner, trace, document) VALUES ($1, $2, $3, $4)",
                        [received, .text(partner), .text("\(trace)"), .text(document)]))
            }
        }
        let count = statements.count - 1
        if counts.add(count, of: partner, upTo: most / 100) {
            statements.append(
                Statement(
                    """
                    DELETE FROM telemetry_item WHERE partner = $1 AND id <= (
                        SELECT id FROM telemetry_item WHERE partner = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
                    """, [.text(partner), .integer(Int64(most))]))
        }
        try await database.batch(statements)
    }

    /// Returns the traces with stored items, oldest first.
    package func traces() async throws -> [TraceID] {
        try await database.query("SELECT trace FROM telemetry_item GROUP BY trace ORDER BY MIN(id)").compactMap { row in
            let text: String = try row[0]
            return TraceID(text)
        }
    }

    /// Returns the stored items of a trace in order of arrival; each is a request of the protocol.
    package func documents(of trace: TraceID) async throws -> [String] {
        try await database.query(
            "SELECT document FROM telemetry_item WHERE trace = $1 ORDER BY id", [.text("\(trace)")]
        )
        .map { try $0[0] }
    }

    /// Deletes items older than the retention. Returns their number.
    @discardableResult
    func prune() async throws -> Int { try await database.batch([expiry])[0].changes }

    private var expiry: Statement {
        Statement("DELETE FROM telemetry_item WHERE received < $1", [.integer(limit)])
    }

    private var limit: Int64 { moment - Int64(retention / .milliseconds(1)) }
    private var moment: Int64 { Int64(now().timeIntervalSince1970 * 1_000) }

    /// The number of items per partner since the last count.
    private final class Counts: Sendable {
        private let since = Mutex<[String: Int]>([:])

        /// Returns `true` if it is time to count again: for the first items, and after more than `limit`.
        func add(_ count: Int, of partner: String, upTo limit: Int) -> Bool {
            since.withLock { since in
                let sum = since[partner].map { $0 + count } ?? .max
                since[partner] = sum > limit ? 0 : sum
                return sum > limit
            }
        }
    }
}
