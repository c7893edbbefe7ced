// The optional requirements of Objective-C are requirements with a default here; a method that only looks like one is
// found by the compiler's warning about near misses, which is an error.

public import Foundation
public import FoundationStub

// Apple: webkit/wknavigationdelegate
@available(iOS 8, macOS 10.10, *)
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

// Apple: webkit/wknavigationdelegate (optional requirements)
@available(iOS 8, macOS 10.10, *)
extension WKNavigationDelegate {
    public func webView(
        _: WKWebView, decidePolicyFor _: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(.allow) }
    public func webView(
        _: WKWebView, decidePolicyFor _: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) { decisionHandler(.allow) }
    public func webView(_: WKWebView, didStartProvisionalNavigation _: WKNavigation!) {}
    public func webView(_: WKWebView, didReceiveServerRedirectForProvisionalNavigation _: WKNavigation!) {}
    public func webView(_: WKWebView, didFailProvisionalNavigation _: WKNavigation!, withError _: any Error) {}
    public func webView(_: WKWebView, didCommit _: WKNavigation!) {}
    public func webView(_: WKWebView, didFinish _: WKNavigation!) {}
    public func webView(_: WKWebView, didFail _: WKNavigation!, withError _: any Error) {}
    public func webView(
        _: WKWebView, didReceive _: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }
    public func webViewWebContentProcessDidTerminate(_: WKWebView) {}
}

// Apple: webkit/wkuidelegate
@available(iOS 8, macOS 10.10, *)
@MainActor public protocol WKUIDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView?
    // Apple: webkit/wkuidelegate/webview(_:requestmediacapturepermissionfor:initiatedbyframe:type:decisionhandler:)
    @available(iOS 15, macOS 12, *)
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)
    // Apple: webkit/wkuidelegate/webview(_:requestdeviceorientationandmotionpermissionfor:initiatedbyframe:decisionhandler:)
    @available(iOS 15, *)
    func webView(
        _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void)
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void)
}

// Apple: webkit/wkuidelegate (optional requirements)
@available(iOS 8, macOS 10.10, *)
extension WKUIDelegate {
    public func webView(
        _: WKWebView, createWebViewWith _: WKWebViewConfiguration, for _: WKNavigationAction,
        windowFeatures _: WKWindowFeatures
    ) -> WKWebView? { nil }
    public func webView(
        _: WKWebView, requestMediaCapturePermissionFor _: WKSecurityOrigin, initiatedByFrame _: WKFrameInfo,
        type _: WKMediaCaptureType, decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decisionHandler(.prompt) }
    public func webView(
        _: WKWebView, requestDeviceOrientationAndMotionPermissionFor _: WKSecurityOrigin,
        initiatedByFrame _: WKFrameInfo,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decisionHandler(.prompt) }
    public func webView(
        _: WKWebView, runJavaScriptAlertPanelWithMessage _: String, initiatedByFrame _: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) { completionHandler() }
    public func webView(
        _: WKWebView, runJavaScriptConfirmPanelWithMessage _: String, initiatedByFrame _: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) { completionHandler(false) }
}

// Apple: webkit/wkmediacapturetype
@available(iOS 15, macOS 12, *)
public enum WKMediaCaptureType: Int, Sendable { case camera, microphone, cameraAndMicrophone }

// Apple: webkit/wkpermissiondecision
@available(iOS 15, macOS 12, *)
public enum WKPermissionDecision: Int, Sendable { case prompt, grant, deny }
