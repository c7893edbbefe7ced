import JourneyBase
import MobileDocument
import Synchronization

/// One transaction of a reader: where it stands, and what it owns. It does nothing by itself.
///
/// Single use. Values are set once, each in its state; a second time, or another state, invalidates it, because somebody uses
/// the session of one transaction for another. What is over never changes, and its keys are wiped. When the session goes,
/// its connection goes.
final class ReaderSession: Sendable {
    fileprivate struct Contents {
        var state = ReaderSessionState.notStarted
        var context: ReaderContext?
        var connection: ConnectionHandle?
        var request: DeviceRequest?
    }

    /// What it is read for.
    let profile: RequestProfile
    private let contents = Mutex(Contents())

    init(_ profile: RequestProfile) { self.profile = profile }

    deinit { contents.withLock { $0.context?.wipe() } }

    /// Where the transaction stands.
    var state: ReaderSessionState { contents.withLock(\.state) }
    /// The keys, from the engagement on.
    var context: ReaderContext? { contents.withLock(\.context) }
    /// The connection with the holder; as long as it is held, the radio is on.
    var connection: ConnectionHandle? { contents.withLock(\.connection) }
    /// What was asked for; `nil` before, and when the transaction is over.
    var request: DeviceRequest? { contents.withLock(\.request) }

    /// Goes on to `next`. Throws `ReaderError`, with the session failed, for a step that is not in the table, and `ended`
    /// for a session that is over, which stays as it is.
    func transition(to next: ReaderSessionState) throws(ReaderError) {
        try contents.withLock { contents throws(ReaderError) in
            try contents.checkOpen()
            guard contents.state.allows(next) else { throw contents.invalidate(.illegalTransition) }
            contents.enter(next)
        }
    }

    /// Locks what was scanned, with the key that was made for it: once, while a code is waited for.
    func setEngagement(_ context: ReaderContext) throws(ReaderError) {
        try set(\.context, to: context, in: .scanning)
    }

    /// Locks the handle: once, while the holder is looked for.
    func setConnection(_ handle: ConnectionHandle) throws(ReaderError) {
        try set(\.connection, to: handle, in: .connecting)
    }

    /// Locks the request: once, when the holder is connected.
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
        // What is said goodbye with was prepared, or is no secret.
        context?.wipe()
        request = nil
    }

    fileprivate mutating func invalidate(_ reason: ReaderError.Reason) -> ReaderError {
        let error = ReaderError(reason)
        enter(.failed(error: error))
        return error
    }
}
