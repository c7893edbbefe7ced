import Foundation
package import JourneyBase
import Synchronization

/// Finds out whether a database can be written and read, by a small transaction now and then, and logs why not.
///
/// A result counts for two seconds, so that the database is written to at most that often. Whoever asks later waits for the next
/// one, for two and a half seconds at most: a database that fails or hangs is known within five seconds.
package final class DatabaseHealth: Sendable {
    /// The time for which a result is valid.
    static let freshness: Duration = .seconds(2)
    /// The time limit for a caller that waits for a result.
    static let patience: Duration = .milliseconds(2_500)
    /// The interval at which `watch` probes, so that a failure is logged even if no client asks.
    static let interval: Duration = .seconds(5)
    /// The interval at which a lasting failure is logged.
    static let logInterval: Duration = .seconds(60)
    /// The time without a single transaction after which a busy database counts as failed.
    static let busyTime: Duration = .seconds(5)

    private struct State {
        /// The time at which the last probe ended, and its result.
        var ended: Duration?
        var failure: DatabaseError?
        /// The time at which the last probe succeeded.
        var succeeded: Duration?
        /// Since when the database has failed.
        var failedSince: Duration?
        var logged: Duration?
        var number: Int64 = 0
    }

    private let probe: Probe
    private let check: SharedCheck
    private let clock: any Clock<Duration>

    /// Makes the probe's table where it is missing, and writes to it once.
    ///
    /// - Parameters:
    ///   - database: The database, open.
    ///   - dependencies: Clocks, randomness and the log.
    /// - Throws: `JourneyError` with one of the store's codes when the table can't be made. A database that can't be written to
    ///   otherwise throws nothing: it isn't working.
    package init(_ database: Database, dependencies: Dependencies) async throws(JourneyError) {
        try await JourneyError.translating { try await database.migrate(Probe.schema) }
        let probe = Probe(database, dependencies)
        self.probe = probe
        clock = dependencies.clock
        check = SharedCheck(limit: DatabaseHealth.patience, clock: dependencies.clock) { await probe.run() }
        _ = await isWorking()
    }

    /// Returns `true` if the database could be written and read within the last seconds. All concurrent callers share one
    /// transaction.
    package func isWorking() async -> Bool {
        if let known = probe.known { return known }
        if let result = await check.result() { return result }
        probe.noteSilence()
        return false
    }

    /// Looks every five seconds until the task is cancelled.
    package func watch() async {
        while (try? await clock.sleep(for: DatabaseHealth.interval)) != nil { _ = await isWorking() }
    }

    /// The transaction, and what is known from it.
    private final class Probe: Sendable {
        static let schema = Schema(
            "health",
            [
                Migration(
                    "probe",
                    """
                    CREATE TABLE health_probe (
                        instance TEXT NOT NULL, number {integer} NOT NULL, written {integer} NOT NULL,
                        filler {blob} NOT NULL, PRIMARY KEY (instance, number)
                    ) {strict}
                    """)
            ])

        /// More than a page, so that room is needed that the table does not have.
        private static let fillerBytes = 8_192
        /// Seconds after which an instance that wrote nothing is gone.
        private static let memory: Int64 = 86_400

        private let database: Database
        private let dependencies: Dependencies
        private let instance: String
        private let elapsed: @Sendable () -> Duration
        private let state = Mutex(State())

        init(_ database: Database, _ dependencies: Dependencies) {
            self.database = database
            self.dependencies = dependencies
            instance = dependencies.identifier()
            elapsed = Probe.stopwatch(dependencies.clock)
        }

        private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }

        /// The last result, while it counts.
        var known: Bool? {
            let now = elapsed()
            return state.withLock { state in
                guard let ended = state.ended, now - ended < DatabaseHealth.freshness else { return nil }
                return state.failedSince == nil
            }
        }

        /// Makes one transaction and says whether the database works.
        func run() async -> Bool {
            let result: Result<Void, any Error>
            do { result = .success(try await transact()) } catch { result = .failure(error) }
            let now = elapsed()
            switch result {
            case .success: return noteSuccess(at: now)
            case .failure(let error): return noteFailure(error as? DatabaseError, at: now)
            }
        }

        private func transact() async throws {
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            let now = Int64(dependencies.now().timeIntervalSince1970)
            let filler = dependencies.random(Probe.fillerBytes)
            // Room is asked for before what is old goes: else the same pages would be filled again, on a disk that is full.
            try await database.write { transaction in
                try await transaction.execute(
                    "INSERT INTO health_probe (instance, number, written, filler) VALUES ($1, $2, $3, $4)",
                    [.text(instance), .integer(number), .integer(now), .blob(filler)])
                try await transaction.execute(
                    "DELETE FROM health_probe WHERE (instance = $1 AND number <> $2) OR written < $3",
                    [.text(instance), .integer(number), .integer(now - Probe.memory)])
            }
            _ = try await database.first("SELECT number FROM health_probe WHERE instance = $1", [.text(instance)])
        }

        private func noteSuccess(at now: Duration) -> Bool {
            let failedSince = state.withLock { state in
                defer { state.failedSince = nil }
                (state.ended, state.succeeded, state.failure, state.logged) = (now, now, nil, nil)
                return state.failedSince
            }
            if let failedSince {
                dependencies.log.record(
                    .info, "The database can be written to again.",
                    [.milliseconds: String(Int64((now - failedSince) / .milliseconds(1)))])
            }
            return true
        }

        private func noteFailure(_ error: DatabaseError?, at now: Duration) -> Bool {
            // Closed on purpose, or cancelled: nothing has failed.
            guard let error, error.kind != .closed else { return false }
            let isDue = state.withLock { state -> Bool? in
                state.ended = now
                state.failure = error
                // Others who write are no failure, unless they leave no room for one transaction.
                let isBusy = [.busy, .serialization, .exhausted, .timeout].contains(error.kind)
                if isBusy, let succeeded = state.succeeded, now - succeeded < DatabaseHealth.busyTime,
                    state.failedSince == nil
                {
                    return nil
                }
                return Probe.begin(&state, at: now)
            }
            guard let isDue else { return true }
            if isDue { report(error) }
            return false
        }

        /// Records that a transaction gave no result within the time limit.
        func noteSilence() {
            let now = elapsed()
            let isDue = state.withLock { state in Probe.begin(&state, at: now) }
            if isDue {
                dependencies.log.record(
                    .error, "The database does not answer, and /ready is 503.", [.code: ErrorCode.storeBusy.rawValue])
            }
        }

        /// Marks the failure; whether it is to be logged.
        private static func begin(_ state: inout State, at now: Duration) -> Bool {
            if state.failedSince == nil { state.failedSince = now }
            if let logged = state.logged, now - logged < DatabaseHealth.logInterval { return false }
            state.logged = now
            return true
        }

        private func report(_ error: DatabaseError) {
            // The database's own code, such as SQLite-13.
            let fields: [Log.Field: String] = [.code: error.detail.replacing(" ", with: "-")]
            switch error.kind {
            case .full: dependencies.log.record(.error, "The database has no room left, and /ready is 503.", fields)
            case .readOnly: dependencies.log.record(.error, "The database is read-only, and /ready is 503.", fields)
            case .corrupt: dependencies.log.record(.error, "The database is damaged, and /ready is 503.", fields)
            default: dependencies.log.record(.error, "The database cannot be written to, and /ready is 503.", fields)
            }
        }
    }
}
