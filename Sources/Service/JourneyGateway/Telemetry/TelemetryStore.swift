import Foundation
public import JourneyBase
public import JourneyServer

/// Keeps telemetry in a database for a while: each item as a request of its own, by its trace.
public struct TelemetryStore: TelemetryDestination {
    private let database: Database
    private let retention: Duration
    private let most: Int
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
                """)
        ])

    /// A store in `database`, beside whatever else is there. Items go `retention` after they came, with the next that come
    /// or with `prune`; and at most the newest `most` stay, so that whoever may send cannot fill the disk. Throws
    /// `JourneyError` with one of the store's codes.
    public init(
        _ database: Database, retention: Duration = .seconds(30 * 86_400), most: Int = 1_000_000,
        surroundings: Surroundings = .system
    ) async throws(JourneyError) {
        self.database = database
        self.retention = retention
        self.most = max(most, 0)
        now = surroundings.now
        try await JourneyError.translating { try await database.migrate(TelemetryStore.schema) }
    }

    public func take(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws {
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
        // Identities only grow, so those that are this far behind the newest are more than may stay.
        statements.append(
            Statement(
                "DELETE FROM telemetry_item WHERE id <= (SELECT MAX(id) FROM telemetry_item) - $1",
                [.integer(Int64(most))]))
        try await database.batch(statements)
    }

    /// The traces that something is kept of, the oldest first.
    public func traces() async throws -> [TraceID] {
        try await database.query("SELECT trace FROM telemetry_item GROUP BY trace ORDER BY MIN(id)").compactMap { row in
            let text: String = try row[0]
            return TraceID(text)
        }
    }

    /// What is kept of a trace, in the order in which it came; each entry is a request of the protocol.
    public func documents(of trace: TraceID) async throws -> [String] {
        try await database.query(
            "SELECT document FROM telemetry_item WHERE trace = $1 ORDER BY id", [.text("\(trace)")]
        )
        .map { try $0[0] }
    }

    /// Removes what is older than the retention; how many items that were.
    @discardableResult
    public func prune() async throws -> Int {
        try await database.execute("DELETE FROM telemetry_item WHERE received < $1", [.integer(limit)])
    }

    private var expiry: Statement {
        Statement("DELETE FROM telemetry_item WHERE received < $1", [.integer(limit)])
    }

    private var limit: Int64 { moment - Int64(retention / .milliseconds(1)) }
    private var moment: Int64 { Int64(now().timeIntervalSince1970 * 1_000) }
}
