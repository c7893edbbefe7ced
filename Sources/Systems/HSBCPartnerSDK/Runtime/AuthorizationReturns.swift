internal import JourneyBase
internal import JourneyLanguage
internal import Synchronization

/// The returns from other parties' pages that reach the app by a link, such as from the bank's app.
///
/// One visit may wait. A return for which none waits is kept in memory, because the app may have been started by it: a resumed
/// visit takes it if it carries what the run expects. The newest one replaces an earlier one.
final class AuthorizationReturns: Sendable {
    private struct State {
        var waiting: (visit: AuthorizationReturn, end: AsyncStream<Result<String, any Error>>.Continuation)?
        var held: String?
    }

    private let state = Mutex(State())

    /// Offers an address that the app was opened with.
    ///
    /// A foreign return does not end a visit: any app and page can open the address.
    ///
    /// - Parameter uri: The address, as the system gave it.
    /// - Returns: `true` if the waiting visit ends with it.
    func offer(_ uri: String) -> Bool {
        state.withLock { state in
            guard let waiting = state.waiting else {
                if uri.utf8.count <= AuthorizationReturn.limit { state.held = uri }
                return false
            }
            guard waiting.visit.accepts(uri) else { return false }
            state.waiting = nil
            waiting.end.yield(.success(uri))
            return true
        }
    }

    /// Returns the kept return if `visit` expects it. It is kept no longer.
    func take(_ visit: AuthorizationReturn) -> String? {
        state.withLock { state in
            defer { state.held = nil }
            return state.held.flatMap { visit.accepts($0) ? $0 : nil }
        }
    }

    /// Discards what is kept.
    func clear() { state.withLock { $0.held = nil } }

    /// Opens a visit and returns the address at which it ends, in the browser or by a link, whichever comes first.
    ///
    /// - Parameters:
    ///   - visit: What the return has to carry.
    ///   - open: Shows the pages; cancelled when the visit ends otherwise.
    /// - Throws: The errors of `open`, and `CancellationError`.
    func first(
        _ visit: AuthorizationReturn, orFrom open: @escaping @Sendable () async throws -> String
    ) async throws -> String {
        let (ends, end) = AsyncStream<Result<String, any Error>>.makeStream()
        state.withLock { $0 = State(waiting: (visit, end)) }
        let opening = Task {
            do { end.yield(.success(try await open())) } catch { end.yield(.failure(error)) }
        }
        defer {
            opening.cancel()
            state.withLock { $0.waiting = nil }
        }
        for await result in ends { return try result.get() }
        throw CancellationError()
    }
}
