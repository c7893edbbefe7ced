import CardDetailsSDK
import JourneyBase
import JourneyWeb

/// A web container whose messages are traced.
final class TracedContainer: WebContainer {
    private let base: any WebContainer
    private let place: CardPageVisibility
    private let trace: MessageTrace

    init(base: any WebContainer, place: CardPageVisibility, trace: MessageTrace) {
        self.base = base
        self.place = place
        self.trace = trace
    }

    func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) async {
        await base.start { [trace, place] event, load in
            guard case .message(let message) = event else { return receive(event, load) }
            trace.record("page", place, message.text ?? "")
            let traced = WebMessage(
                document: message.document, isMainFrame: message.isMainFrame, text: message.text,
                reply: { answer in
                    trace.record("app", place, answer)
                    message.reply(answer)
                })
            receive(.message(traced), load)
        }
    }

    func load(_ url: HTTPSURL, number: Int) async { await base.load(url, number: number) }
    func close() async { await base.close() }
}
