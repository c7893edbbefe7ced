/// An event of a transaction. All events arrive in one queue, in order.
enum HolderEvent: Sendable {
    /// The user wants to grant a missing permission.
    case resolve(Permission)
    /// The user wants to grant a denied permission in the settings.
    case settings(Permission)
    /// The user approved these elements.
    case consent(Set<ConsentRequest.ItemID>)
    /// The user, or the app, leaves.
    case leave
    /// The caller of the transaction was cancelled.
    case abandoned
    /// The result was closed.
    case closed
    /// The transaction is over: from now on, leaving closes the result.
    case over
    /// A prerequisite changed.
    case prerequisites
    case connection(ConnectionEvent)
    /// The timer of this number has expired.
    case timeUp(Cancellation.Wait, Int)
    /// The work of this number is done.
    case done(Int)
}

/// The event queue of one transaction.
struct HolderMailbox: Sendable {
    let events: AsyncStream<HolderEvent>
    private let continuation: AsyncStream<HolderEvent>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func post(_ event: HolderEvent) { continuation.yield(event) }

    /// Forwards the events of a connection. Of its messages, the request and one more are forwarded, which ends the
    /// session or is an error. Further messages of a hostile reader are dropped.
    func forward(_ events: AsyncStream<ConnectionEvent>) async {
        var messages = 0
        for await event in events {
            if case .received = event {
                messages += 1
                guard messages <= 2 else { continue }
            }
            post(.connection(event))
        }
    }
}
