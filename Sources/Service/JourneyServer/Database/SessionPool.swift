import JourneyBase
import Synchronization

/// A pool that lends a bounded number of sessions, each to one task. Callers are served in order, and none waits longer than
/// `patience`.
final class SessionPool: Sendable {
    /// The result of waiting: a session, or permission to open one.
    private enum Turn {
        case session(any DatabaseSession)
        case mayOpen
    }

    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Turn, any Error>
    }

    private struct State {
        var idle: [any DatabaseSession] = []
        /// Idle, lent, and being opened.
        var open = 0
        var waiters: [Waiter] = []
        var lastID = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let patience: Duration
    private let clock: any Clock<Duration>
    private let make: @Sendable () async throws -> any DatabaseSession

    init(
        limit: Int, patience: Duration, clock: any Clock<Duration>,
        make: @escaping @Sendable () async throws -> any DatabaseSession
    ) {
        self.limit = max(1, limit)
        self.patience = patience
        self.clock = clock
        self.make = make
    }

    /// Waits for a session and lends it to the caller, who returns it with `give`.
    ///
    /// - Throws: `exhausted`, `closed`, the error of opening a session, or `CancellationError`.
    func take() async throws -> any DatabaseSession {
        try Task.checkCancellation()
        let free = try state.withLock { state in try turn(&state) }
        let mine = if let free { free } else { try await wait() }
        switch mine {
        case .session(let session): return session
        case .mayOpen:
            do { return try await make() } catch {
                giveUp()
                throw error
            }
        }
    }

    /// Returns a session to the pool. A session that isn't usable is closed, and the next caller may open another.
    func give(_ session: any DatabaseSession) {
        let isUsable = session.isUsable
        let next = state.withLock { state -> Waiter? in
            if let next = state.waiters.isEmpty ? nil : state.waiters.removeFirst() { return next }
            if isUsable, !state.isClosed { state.idle.append(session) } else { state.open -= 1 }
            return nil
        }
        next?.continuation.resume(returning: isUsable ? .session(session) : .mayOpen)
    }

    /// Refuses all further calls and closes idle sessions. Lent sessions are closed when they are returned.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            state.open -= state.idle.count
            state.idle = []
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(throwing: SessionPool.closed) }
    }

    private static var closed: DatabaseError { DatabaseError(.closed, "the database was closed") }

    /// `nil` when the caller must wait.
    private func turn(_ state: inout State) throws -> Turn? {
        guard !state.isClosed else { throw SessionPool.closed }
        while let session = state.idle.popLast() {
            if session.isUsable { return .session(session) }
            state.open -= 1
        }
        guard state.open < limit else { return nil }
        state.open += 1
        return .mayOpen
    }

    /// Hands the permission of a caller that couldn't open a session to the next one.
    private func giveUp() {
        let next = state.withLock { state -> Waiter? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.open -= 1
            return nil
        }
        next?.continuation.resume(returning: .mayOpen)
    }

    private func wait() async throws -> Turn {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        var alarm: Task<Void, any Error>?
        defer { alarm?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early = state.withLock { state -> Result<Turn, any Error>? in
                    // A cancellation marks the task first and looks for the waiter then: one of the two is seen.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    do { if let turn = try turn(&state) { return .success(turn) } } catch { return .failure(error) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let early {
                    continuation.resume(with: early)
                } else {
                    alarm = Task { [clock, patience, limit] in
                        try await clock.sleep(for: patience)
                        end(id, throwing: DatabaseError(.exhausted, "all \(limit) connections are in use"))
                    }
                }
            }
        } onCancel: {
            end(id, throwing: CancellationError())
        }
    }

    private func end(_ id: Int, throwing error: any Error) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }
}
