public import FoundationStub
public import Security
public import UIKit

// Apple: webkit/wknavigation
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKNavigation: NSObject {}

// Apple: webkit/wkwebview; the superclass is NSView on macOS.
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKWebView: UIView {
    public init(frame: CGRect, configuration _: WKWebViewConfiguration) { super.init(frame: frame) }
    public required init?(coder _: NSCoder) { nil }
    open var configuration: WKWebViewConfiguration { WKWebViewConfiguration() }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open weak var uiDelegate: (any WKUIDelegate)?
    open var allowsBackForwardNavigationGestures = false
    open var url: URL? { nil }
    open var isLoading: Bool { false }
    // Apple: webkit/wkwebview/servertrust
    @available(iOS 10, macOS 10.12, *)
    open var serverTrust: SecTrust? { nil }
    // Apple: webkit/wkwebview/allowslinkpreview
    @available(iOS 9, macOS 10.11, *)
    open var allowsLinkPreview = true
    // Apple: webkit/wkwebview/isinspectable
    @available(iOS 16.4, macOS 13.3, *)
    open var isInspectable = false
    @discardableResult open func load(_: URLRequest) -> WKNavigation? { nil }
    open func stopLoading() {}
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
