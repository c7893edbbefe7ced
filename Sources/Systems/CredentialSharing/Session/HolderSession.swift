import JourneyBase
public import MobileDocument
import Synchronization

/// One transaction: where it stands, and what it owns. It does nothing by itself.
///
/// Single use. Values are set once, each in its state; a second time, or another state, invalidates it, because somebody uses
/// the session of one transaction for another. What is over never changes, and its keys are wiped. When the session goes,
/// its connection goes.
public final class HolderSession: Sendable {
    fileprivate struct Contents {
        var state = HolderSessionState.notStarted
        var engagement: PreparedEngagement?
        var connection: ConnectionHandle?
        var request: DeviceRequest?
    }

    private let contents = Mutex(Contents())
    private let log: Log

    init(log: Log = .silent) {
        self.log = log
        log.record(.debug, "OR->>HS: init", [.step: HolderSessionState.Kind.notStarted.rawValue])
    }

    deinit {
        contents.withLock { $0.engagement?.context.wipe() }
        log.record(.debug, "HS->>HS: Session Deallocates")
    }

    /// Where the transaction stands.
    public var state: HolderSessionState { contents.withLock(\.state) }
    /// The keys, from the engagement on.
    var cryptoContext: CryptoContext? { contents.withLock(\.engagement?.context) }
    /// The code that a reader scans.
    public var qrCode: QRPicture? { contents.withLock(\.engagement?.qrCode) }
    /// The same as text, `mdoc:…`, for a reader that is given it some other way.
    public var address: String? { contents.withLock { $0.engagement?.context.engagement.address() } }
    /// The connection with the reader; as long as it is held, the radio is on.
    var connection: ConnectionHandle? { contents.withLock(\.connection) }
    /// What the reader asked for; `nil` before, and when the transaction is over.
    public var request: DeviceRequest? { contents.withLock(\.request) }

    /// Goes on to `next`. Throws `SessionError`, with the session failed, for a step that is not in the table, and `ended`
    /// for a session that is over, which stays as it is.
    func transition(to next: HolderSessionState) throws(SessionError) {
        log.record(.debug, "OR->>HS: transition", [.step: next.kind.rawValue])
        try contents.withLock { contents throws(SessionError) in
            try contents.checkOpen()
            guard contents.state.allows(next) else { throw contents.invalidate(.illegalTransition) }
            contents.enter(next)
        }
    }

    /// Locks the keys: once, when all is ready to present.
    func setEngagement(_ engagement: PreparedEngagement) throws(SessionError) {
        try set(\.engagement, to: engagement, in: .readyToPresent)
    }

    /// Locks the handle: once, while the code is presented.
    func setConnection(_ handle: ConnectionHandle) throws(SessionError) {
        try set(\.connection, to: handle, in: .presentingEngagement)
    }

    /// Locks the request: once, while a reader is connected that has not asked yet.
    func setRequest(_ request: DeviceRequest) throws(SessionError) {
        try set(\.request, to: request, in: .connecting)
    }

    private func set<Value: Sendable>(
        _ place: WritableKeyPath<Contents, Value?>, to value: Value, in state: HolderSessionState.Kind
    ) throws(SessionError) {
        try contents.withLock { contents throws(SessionError) in
            try contents.checkOpen()
            guard contents[keyPath: place] == nil else { throw contents.invalidate(.sealed) }
            guard contents.state.kind == state else { throw contents.invalidate(.outOfState) }
            contents[keyPath: place] = value
        }
    }
}

/// What a transaction begins with: the keys with their engagement, and its picture.
struct PreparedEngagement: Sendable {
    let context: CryptoContext
    let qrCode: QRPicture
}

extension HolderSession.Contents {
    fileprivate func checkOpen() throws(SessionError) {
        guard !state.isTerminal else { throw SessionError(.ended) }
    }

    fileprivate mutating func enter(_ next: HolderSessionState) {
        state = next
        guard next.isTerminal else { return }
        // Nothing is encrypted any more; what is said goodbye with was prepared, or is no secret.
        engagement?.context.wipe()
        request = nil
    }

    fileprivate mutating func invalidate(_ reason: SessionError.Reason) -> SessionError {
        let error = SessionError(reason)
        enter(.failed(error: error))
        return error
    }
}
