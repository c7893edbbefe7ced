import Foundation
import JourneyBase

/// SQLite: one connection that writes and several that read beside it, each on a thread of its own.
struct SQLiteDriver: DatabaseDriver {
    let readers: SessionPool
    let writers: SessionPool

    /// The settings that a connection is opened with.
    struct Setup: Sendable {
        enum Place: Hashable, Sendable {
            case memory
            case file(String)
        }

        var place: Place
        var statementTime: Duration
        /// The time to wait for another process's lock.
        var busyTime: Duration
        /// The most pages that the file may have; `nil` for the disk's own end.
        var mostPages: Int?
        /// Opens the file for reading only, on every connection.
        var isReadOnly = false
    }

    /// Opens the database. Throws `unavailable`, `corrupt` or `busy`.
    init(_ place: Setup.Place, options: DatabaseOptions, clock: any Clock<Duration>) async throws {
        try await self.init(
            Setup(place: place, statementTime: options.statementTime, busyTime: options.patience), options: options,
            clock: clock)
    }

    init(_ setup: Setup, options: DatabaseOptions, clock: any Clock<Duration>) async throws {
        writers = SessionPool(limit: 1, patience: options.patience, clock: clock) {
            try await SQLiteDriver.session(setup, mayWrite: !setup.isReadOnly)
        }
        // What is in memory belongs to one connection.
        readers =
            setup.place == .memory
            ? writers
            : SessionPool(limit: options.connections, patience: options.patience, clock: clock) {
                try await SQLiteDriver.session(setup, mayWrite: false)
            }
        if case .file(let path) = setup.place, !setup.isReadOnly { try SQLiteDriver.create(path) }
        writers.give(try await writers.take())
    }

    private static func session(_ setup: Setup, mayWrite: Bool) async throws -> any DatabaseSession {
        let thread = try WorkerThread()
        return try await withTaskExecutorPreference(thread) {
            do { return try SQLiteSession(setup, mayWrite: mayWrite, thread: thread) } catch {
                thread.end()
                throw error
            }
        }
    }

    /// Creates the file, if there is none, with access for this user only; SQLite's companion files get the same mode.
    private static func create(_ path: String) throws(DatabaseError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DatabaseError(.unavailable, "SQLite, errno \(errno)") }
        close(descriptor)
    }
}
