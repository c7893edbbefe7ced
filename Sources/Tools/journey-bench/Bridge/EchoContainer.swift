import JourneyBase
import JourneyWeb

/// A container that answers messages of one kind itself, at once and as they came: the bridge's way without its seals.
final class EchoContainer: WebContainer {
    static let prefix = "echo:"
    private let inner: WebKitContainer

    init(_ inner: WebKitContainer) { self.inner = inner }

    func start(_ receive: @escaping @Sendable (WebEvent) -> Void) async {
        await inner.start { event in
            if case .message(let message) = event, let text = message.text, text.hasPrefix(EchoContainer.prefix) {
                message.reply(text)
            } else {
                receive(event)
            }
        }
    }

    func load(_ url: HTTPSURL) async { await inner.load(url) }
    func close() async { await inner.close() }
}
