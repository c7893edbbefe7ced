internal import Foundation
internal import JourneyBase
internal import WebKit

/// Receives the relay's messages. The engine retains it, so it holds the container weakly.
@MainActor
final class RelayReceiver: NSObject, WKScriptMessageHandlerWithReply {
    /// The script world of the relay, which page scripts can't access.
    static let world = "journey-relay"
    static let handler = "journeyRelay"

    weak var container: WebViewContainer?

    func userContentController(
        _: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        let reply = RelayReply(replyHandler)
        // The sender is taken from the engine's frame, not from the relay's text.
        guard let container, message.webView === container.view, var text = message.body as? String,
            let parsed = text.withUTF8({ RelayMessage(UnsafeRawBufferPointer($0)) })
        else { return reply.answer("") }
        let frame = message.frameInfo
        container.receiveRelay(
            parsed, origin: Origin(engine: frame.securityOrigin), isMainFrame: frame.isMainFrame, reply: reply)
    }
}

extension Origin {
    /// Creates the engine's origin, whose port is 0 for the scheme's default.
    @MainActor init?(engine origin: WKSecurityOrigin) {
        self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
    }
}
