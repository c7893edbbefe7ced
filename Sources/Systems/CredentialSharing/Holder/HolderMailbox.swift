/// What a transaction waits for: everything that happens to it comes in one queue, in order.
enum HolderEvent: Sendable {
    /// The person wants to give what is missing.
    case resolve(Permission)
    /// The person wants to allow in the settings what was denied.
    case settings(Permission)
    /// The person allowed these.
    case consent(Set<ConsentRequest.ItemID>)
    /// The person, or the app, leaves.
    case leave
    /// Whoever began the transaction does not wait for it any more.
    case abandoned
    /// The result was closed.
    case closed
    /// The transaction is over: from now on, leaving closes the result.
    case over
    /// Something about the prerequisites changed.
    case prerequisites
    case connection(ConnectionEvent)
    /// A timer of that number has run out.
    case timeUp(Cancellation.Wait, Int)
    /// The work of that number is done.
    case done(Int)
}

/// The queue of one transaction: anybody posts, the transaction reads.
struct HolderMailbox: Sendable {
    let events: AsyncStream<HolderEvent>
    private let continuation: AsyncStream<HolderEvent>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func post(_ event: HolderEvent) { continuation.yield(event) }

    /// Takes in what happens on a connection: of messages the request and one more, which says that the reader ends or is a
    /// fault. What a hostile reader sends behind it is looked at by nobody and kept by nobody.
    func take(_ happenings: AsyncStream<ConnectionEvent>) async {
        var messages = 0
        for await event in happenings {
            if case .received = event {
                messages += 1
                guard messages <= 2 else { continue }
            }
            post(.connection(event))
        }
    }
}
