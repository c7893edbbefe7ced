internal import Synchronization

/// A host's signal that visible card data must be removed: the app leaves the foreground, or the display is captured.
public final class Concealment: Sendable {
    private let listener = Mutex<AsyncStream<Void>.Continuation?>(nil)
    private let captured = Mutex(false)

    public init() {}

    /// `true` while the display is recorded or mirrored. No code is requested then. Setting it to `true` removes what is visible.
    public var isCaptured: Bool {
        get { captured.withLock { $0 } }
        set {
            captured.withLock { $0 = newValue }
            if newValue { conceal() }
        }
    }

    /// Returns the stream for `CardDetailsHost.concealments`. A flow listens while a card is shown.
    public func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let earlier = listener.withLock { listener in
            defer { listener = continuation }
            return listener
        }
        earlier?.finish()
        return stream
    }

    /// Removes the visible card data, if there is any.
    public func conceal() { listener.withLock { $0 }?.yield() }
}
