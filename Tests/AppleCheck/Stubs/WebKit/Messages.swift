public import Foundation
public import FoundationStub

// Apple: webkit/wkscriptmessagehandlerwithreply
@available(iOS 14, macOS 11, *)
@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)
}

// Apple: webkit/wkscriptmessage
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKScriptMessage: NSObject {
    open var body: Any { "" }
    open var webView: WKWebView? { nil }
    open var frameInfo: WKFrameInfo { WKFrameInfo() }
    open var name: String { "" }
    // Apple: webkit/wkscriptmessage/world
    @available(iOS 14, macOS 11, *)
    open var world: WKContentWorld { .page }
}

// Apple: webkit/wkframeinfo
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { false }
    open var request: URLRequest { preconditionFailure("a stub does not run") }
    // Apple: webkit/wkframeinfo/securityorigin
    @available(iOS 9, macOS 10.11, *)
    open var securityOrigin: WKSecurityOrigin { WKSecurityOrigin() }
    // Apple: webkit/wkframeinfo/webview
    @available(iOS 11, macOS 10.13, *)
    open var webView: WKWebView? { nil }
}

// Apple: webkit/wksecurityorigin
@available(iOS 9, macOS 10.11, *)
@MainActor open class WKSecurityOrigin: NSObject {
    open var `protocol`: String { "" }
    open var host: String { "" }
    // 0 stands for the scheme's own port.
    open var port: Int { 0 }
}
