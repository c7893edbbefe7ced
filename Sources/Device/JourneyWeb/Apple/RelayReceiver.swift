internal import Foundation
internal import JourneyBase
internal import WebKit

/// What the relay's world calls. The engine holds it, so it holds the container weakly.
@MainActor
final class RelayReceiver: NSObject, WKScriptMessageHandlerWithReply {
    /// The script world of the relay, which no page script can enter.
    static let world = "journey-relay"
    static let handler = "journeyRelay"

    weak var container: WebViewContainer?

    func userContentController(
        _: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        let reply = RelayReply(replyHandler)
        // Who speaks is what the engine says of the frame, not what the relay wrote.
        guard let container, message.webView === container.view, var text = message.body as? String,
            let parsed = text.withUTF8({ RelayMessage(UnsafeRawBufferPointer($0)) })
        else { return reply.answer("") }
        let frame = message.frameInfo
        container.relaySaid(
            parsed, origin: Origin(engine: frame.securityOrigin), isMainFrame: frame.isMainFrame, reply: reply)
    }
}

extension Origin {
    /// The origin as the engine has it: the port is 0 where it is the scheme's own.
    @MainActor init?(engine origin: WKSecurityOrigin) {
        self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
    }
}
