internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage
internal import Synchronization

/// The returns from other parties' pages that reach the app by a link, such as from the bank's app.
///
/// One visit may wait. Returns for which none waits are kept in memory, because the app may have been started by one: a resumed
/// visit uses the one that carries what the run expects.
final class AuthorizationReturns: Sendable {
    private struct State {
        var number = 0
        var waiting:
            (validator: AuthorizationReturnValidator, end: AsyncStream<Result<String, any Error>>.Continuation)?
        /// The newest returns for which no visit waited.
        var held: [String] = []
        /// Digests of the newest addresses that were accepted, each of which is accepted once.
        var accepted: [[UInt8]] = []

        /// Returns `true` if the visit expects `uri`, and it was not accepted before.
        mutating func accept(_ uri: String, by validator: AuthorizationReturnValidator) -> Bool {
            guard validator.accepts(uri), !accepted.contains(SHA256.hash(Array(uri.utf8))) else { return false }
            remember(uri)
            return true
        }

        /// Adds `uri` to the addresses that are not accepted again.
        mutating func remember(_ uri: String) {
            accepted = accepted.suffix(AuthorizationReturns.acceptedLimit - 1) + [SHA256.hash(Array(uri.utf8))]
        }
    }

    private static let heldLimit = 4
    private static let acceptedLimit = 32

    private let state = Mutex(State())

    /// Offers an address that the app was opened with.
    ///
    /// A foreign return does not end a visit: any app and page can open the address.
    ///
    /// - Parameter uri: The address, as the system gave it.
    /// - Returns: `true` if the waiting visit ends with it.
    func offer(_ uri: String) -> Bool {
        guard uri.utf8.count <= AuthorizationReturnValidator.limit else { return false }
        return state.withLock { state in
            guard let waiting = state.waiting else {
                state.held = state.held.suffix(AuthorizationReturns.heldLimit - 1) + [uri]
                return false
            }
            guard state.accept(uri, by: waiting.validator) else { return false }
            state.waiting = nil
            waiting.end.yield(.success(uri))
            return true
        }
    }

    /// Discards the returns that are kept, because no run that expects one is resumed.
    func discardHeld() { state.withLock { $0.held = [] } }

    /// Opens a visit and returns the address at which it ends, in the browser or by a link, whichever comes first.
    ///
    /// - Parameters:
    ///   - validator: What the return has to carry.
    ///   - usesHeld: `true` to end with a return that is kept, where one is expected.
    ///   - show: Shows the pages; cancelled when the visit ends otherwise.
    /// - Throws: The errors of `show`, and `CancellationError`.
    func open(
        _ validator: AuthorizationReturnValidator, usesHeld: Bool,
        _ show: @escaping @Sendable () async throws -> String
    ) async throws -> String {
        let (ends, end) = AsyncStream<Result<String, any Error>>.makeStream()
        let (known, number) = state.withLock { state -> (String?, Int) in
            let held = state.held
            state.held = []
            if usesHeld, let known = held.last(where: { state.accept($0, by: validator) }) { return (known, 0) }
            state.number += 1
            state.waiting = (validator, end)
            return (nil, state.number)
        }
        if let known { return known }
        let showing = Task {
            do { end.yield(.success(try await show())) } catch { end.yield(.failure(error)) }
        }
        defer {
            showing.cancel()
            // A later visit may have begun.
            state.withLock { if $0.number == number { $0.waiting = nil } }
        }
        for await result in ends {
            let uri = try result.get()
            state.withLock { $0.remember(uri) }
            return uri
        }
        throw CancellationError()
    }
}
