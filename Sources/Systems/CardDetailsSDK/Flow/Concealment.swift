internal import Synchronization

/// By which a host says that what is shown has to go: its app leaves the foreground, or its display is recorded.
public final class Concealment: Sendable {
    private let listener = Mutex<AsyncStream<Void>.Continuation?>(nil)
    private let captured = Mutex(false)

    public init() {}

    /// Whether the display is recorded or mirrored now: no code is asked for then. What begins to be takes away what is shown.
    public var isCaptured: Bool {
        get { captured.withLock { $0 } }
        set {
            captured.withLock { $0 = newValue }
            if newValue { conceal() }
        }
    }

    /// What `CardDetailsHost.concealments` takes: a flow listens while a card is shown.
    public func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let earlier = listener.withLock { listener in
            defer { listener = continuation }
            return listener
        }
        earlier?.finish()
        return stream
    }

    /// Takes away what is shown, if anything is.
    public func conceal() { listener.withLock { $0 }?.yield() }
}
