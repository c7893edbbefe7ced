public import FoundationStub
public import Security

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

// Apple: webkit/wknavigation
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKNavigation: NSObject {}

#if canImport(UIKit)
// Apple: webkit/wkwebview
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKWebView: UIView {
    public init(frame: CGRect, configuration _: WKWebViewConfiguration) { super.init(frame: frame) }
    public required init?(coder _: NSCoder) { nil }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open weak var uiDelegate: (any WKUIDelegate)?
}
#else
// Apple: webkit/wkwebview
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKWebView: NSView {
    public init(frame: CGRect, configuration _: WKWebViewConfiguration) { super.init(frame: frame) }
    public required init?(coder _: NSCoder) { nil }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open weak var uiDelegate: (any WKUIDelegate)?
}
#endif

// Apple: webkit/wkwebview
@available(iOS 8, macOS 10.10, *)
@MainActor extension WKWebView {
    public var configuration: WKWebViewConfiguration { WKWebViewConfiguration() }
    public var allowsBackForwardNavigationGestures: Bool {
        get { false }
        set {}
    }
    public var url: URL? { nil }
    public var isLoading: Bool { false }
    // Apple: webkit/wkwebview/servertrust
    @available(iOS 10, macOS 10.12, *)
    public var serverTrust: SecTrust? { nil }
    // Apple: webkit/wkwebview/allowslinkpreview
    @available(iOS 9, macOS 10.11, *)
    public var allowsLinkPreview: Bool {
        get { true }
        set {}
    }
    // Apple: webkit/wkwebview/isinspectable
    @available(iOS 16.4, macOS 13.3, *)
    public var isInspectable: Bool {
        get { false }
        set {}
    }
    @discardableResult public func load(_: URLRequest) -> WKNavigation? { nil }
    @discardableResult public func loadHTMLString(_: String, baseURL _: URL?) -> WKNavigation? { nil }
    public func evaluateJavaScript(
        _: String, completionHandler _: (@MainActor @Sendable (Any?, (any Error)?) -> Void)?
    ) {}
    public func stopLoading() {}
}

// Apple: webkit/wknavigationactionpolicy
@available(iOS 8, macOS 10.10, *)
public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }

// Apple: webkit/wknavigationresponsepolicy
@available(iOS 8, macOS 10.10, *)
public enum WKNavigationResponsePolicy: Int, Sendable { case cancel, allow, download }

// Apple: webkit/wknavigationtype
@available(iOS 8, macOS 10.10, *)
public enum WKNavigationType: Int, Sendable {
    case linkActivated, formSubmitted, backForward, reload, formResubmitted
    case other = -1
}

// Apple: webkit/wknavigationaction
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKNavigationAction: NSObject {
    open var sourceFrame: WKFrameInfo { WKFrameInfo() }
    // Nothing for a new window.
    open var targetFrame: WKFrameInfo? { nil }
    open var navigationType: WKNavigationType { .other }
    open var request: URLRequest { preconditionFailure("a stub does not run") }
    // Apple: webkit/wknavigationaction/shouldperformdownload
    @available(iOS 14.5, macOS 11.3, *)
    open var shouldPerformDownload: Bool { false }
}

// Apple: webkit/wknavigationresponse
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKNavigationResponse: NSObject {
    open var isForMainFrame: Bool { false }
    open var response: URLResponse { URLResponse() }
    open var canShowMIMEType: Bool { false }
}

// Apple: webkit/wkwindowfeatures
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKWindowFeatures: NSObject {}
