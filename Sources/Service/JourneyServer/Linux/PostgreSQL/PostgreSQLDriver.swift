import CPostgreSQL
import JourneyBase

/// A PostgreSQL server: a pool of connections, and one thread that serves them all.
final class PostgreSQLDriver: DatabaseDriver {
    private let loop: SocketLoop
    private let pool: SessionPool

    var readers: SessionPool { pool }
    var writers: SessionPool { pool }

    /// Connects once, so that a wrong setting shows at once. Throws `unavailable`.
    init(_ settings: PostgreSQLSettings, options: DatabaseOptions, clock: any Clock<Duration>) async throws {
        let loop = try SocketLoop()
        self.loop = loop
        pool = SessionPool(limit: options.connections, patience: options.patience, clock: clock) {
            try await PostgreSQLDriver.session(settings, options: options, clock: clock, loop: loop)
        }
        pool.give(try await pool.take())
    }

    deinit { loop.end() }

    /// Connects, and tries again with growing pauses within the caller's time limit.
    private static func session(
        _ settings: PostgreSQLSettings, options: DatabaseOptions, clock: any Clock<Duration>, loop: SocketLoop
    ) async throws -> any DatabaseSession {
        var (pause, waited) = (Duration.milliseconds(50), Duration.zero)
        while true {
            do {
                let handle = try await PostgreSQLHandle.connect(settings, statementTime: options.statementTime)
                return PostgreSQLSession(handle, loop: loop, statementTime: options.statementTime)
            } catch let error as DatabaseError where error.kind == .unavailable {
                guard waited + pause <= options.patience else { throw error }
                try await clock.sleep(for: pause)
                waited += pause
                pause = min(pause * 2, .seconds(1))
            }
        }
    }
}
