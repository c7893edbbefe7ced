import JourneyBase
public import MobileDocument
import Synchronization

/// The state and resources of one holder transaction. It performs no actions.
///
/// A session is used once. Each value is set once, in its state; a second time, or another state, invalidates the
/// session, because it is being used for another transaction. A session that has ended never changes, and its keys are
/// wiped. Releasing the session closes its connection.
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

    /// The state of the transaction.
    public var state: HolderSessionState { contents.withLock(\.state) }
    /// The keys, set with the engagement.
    var cryptoContext: CryptoContext? { contents.withLock(\.engagement?.context) }
    /// The QR code that a reader scans.
    public var qrCode: QRPicture? { contents.withLock(\.engagement?.qrCode) }
    /// The engagement as text, `mdoc:…`, for a reader that receives it in another way.
    public var address: String? { contents.withLock { $0.engagement?.context.engagement.address() } }
    /// The connection to the reader. The radio is in use as long as it is held.
    var connection: ConnectionHandle? { contents.withLock(\.connection) }
    /// The reader's request; `nil` before and after the transaction.
    public var request: DeviceRequest? { contents.withLock(\.request) }

    /// Enters `next`. Throws `SessionError` and fails the session for a transition that is not in the table; throws
    /// `ended` and changes nothing for a session that has ended.
    func transition(to next: HolderSessionState) throws(SessionError) {
        log.record(.debug, "OR->>HS: transition", [.step: next.kind.rawValue])
        try contents.withLock { contents throws(SessionError) in
            try contents.checkOpen()
            guard contents.state.allows(next) else { throw contents.invalidate(.illegalTransition) }
            contents.enter(next)
        }
    }

    /// Sets the engagement: once, when the transaction is ready to present.
    func setEngagement(_ engagement: PreparedEngagement) throws(SessionError) {
        try set(\.engagement, to: engagement, in: .readyToPresent)
    }

    /// Sets the connection: once, while the code is presented.
    func setConnection(_ handle: ConnectionHandle) throws(SessionError) {
        try set(\.connection, to: handle, in: .presentingEngagement)
    }

    /// Sets the request: once, while a reader is connected that has not sent one.
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

/// The engagement of a transaction: its keys and its QR code.
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
        // Nothing is encrypted from here on; last messages were prepared before, or contain no secret.
        engagement?.context.wipe()
        request = nil
    }

    fileprivate mutating func invalidate(_ reason: SessionError.Reason) -> SessionError {
        let error = SessionError(reason)
        enter(.failed(error: error))
        return error
    }
}
