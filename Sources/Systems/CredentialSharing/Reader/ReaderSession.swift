import JourneyBase
import MobileDocument
import Synchronization

/// The state and resources of one reader transaction. It performs no actions.
///
/// A session is used once. Each value is set once, in its state; a second time, or another state, invalidates the
/// session, because it is being used for another transaction. A session that has ended never changes, and its keys are
/// wiped. Releasing the session closes its connection.
final class ReaderSession: Sendable {
    fileprivate struct Contents {
        var state = ReaderSessionState.notStarted
        var context: ReaderContext?
        var connection: ConnectionHandle?
        var request: DeviceRequest?
    }

    /// The request of the transaction.
    let profile: RequestProfile
    private let contents = Mutex(Contents())

    init(_ profile: RequestProfile) { self.profile = profile }

    deinit { contents.withLock { $0.context?.wipe() } }

    /// The state of the transaction.
    var state: ReaderSessionState { contents.withLock(\.state) }
    /// The keys, set with the engagement.
    var context: ReaderContext? { contents.withLock(\.context) }
    /// The connection to the holder. The radio is in use as long as it is held.
    var connection: ConnectionHandle? { contents.withLock(\.connection) }
    /// The request that was sent; `nil` before and after the transaction.
    var request: DeviceRequest? { contents.withLock(\.request) }

    /// Enters `next`. Throws `ReaderError` and fails the session for a transition that is not in the table; throws
    /// `ended` and changes nothing for a session that has ended.
    func transition(to next: ReaderSessionState) throws(ReaderError) {
        try contents.withLock { contents throws(ReaderError) in
            try contents.checkOpen()
            guard contents.state.allows(next) else { throw contents.invalidate(.illegalTransition) }
            contents.enter(next)
        }
    }

    /// Sets the keys for the scanned engagement: once, while a code is expected.
    func setEngagement(_ context: ReaderContext) throws(ReaderError) {
        try set(\.context, to: context, in: .scanning)
    }

    /// Sets the connection: once, while the holder is being connected.
    func setConnection(_ handle: ConnectionHandle) throws(ReaderError) {
        try set(\.connection, to: handle, in: .connecting)
    }

    /// Sets the request: once, when the holder is connected.
    func setRequest(_ request: DeviceRequest) throws(ReaderError) {
        try set(\.request, to: request, in: .requesting)
    }

    private func set<Value: Sendable>(
        _ place: any WritableKeyPath<Contents, Value?> & Sendable, to value: Value, in state: ReaderSessionState.Kind
    ) throws(ReaderError) {
        try contents.withLock { contents throws(ReaderError) in
            try contents.checkOpen()
            guard contents[keyPath: place] == nil else { throw contents.invalidate(.sealed) }
            guard contents.state.kind == state else { throw contents.invalidate(.outOfState) }
            contents[keyPath: place] = value
        }
    }
}

extension ReaderSession.Contents {
    fileprivate func checkOpen() throws(ReaderError) {
        guard !state.isTerminal else { throw ReaderError(.ended) }
    }

    fileprivate mutating func enter(_ next: ReaderSessionState) {
        state = next
        guard next.isTerminal else { return }
        // Last messages were prepared before, or contain no secret.
        context?.wipe()
        request = nil
    }

    fileprivate mutating func invalidate(_ reason: ReaderError.Reason) -> ReaderError {
        let error = ReaderError(reason)
        enter(.failed(error: error))
        return error
    }
}
