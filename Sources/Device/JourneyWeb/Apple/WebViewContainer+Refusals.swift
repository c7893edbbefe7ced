public import WebKit

/// Refuses popups, dialogs and permissions.
extension WebViewContainer: WKUIDelegate {
    public func webView(
        _: WKWebView, createWebViewWith _: WKWebViewConfiguration, for _: WKNavigationAction,
        windowFeatures _: WKWindowFeatures
    ) -> WKWebView? { nil }

    public func webView(
        _: WKWebView, requestMediaCapturePermissionFor _: WKSecurityOrigin, initiatedByFrame _: WKFrameInfo,
        type _: WKMediaCaptureType, decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decisionHandler(.deny) }

    #if canImport(UIKit)
    public func webView(
        _: WKWebView, requestDeviceOrientationAndMotionPermissionFor _: WKSecurityOrigin,
        initiatedByFrame _: WKFrameInfo,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decisionHandler(.deny) }
    #endif

    public func webView(
        _: WKWebView, runJavaScriptAlertPanelWithMessage _: String, initiatedByFrame _: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) { completionHandler() }

    public func webView(
        _: WKWebView, runJavaScriptConfirmPanelWithMessage _: String, initiatedByFrame _: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) { completionHandler(false) }
}
