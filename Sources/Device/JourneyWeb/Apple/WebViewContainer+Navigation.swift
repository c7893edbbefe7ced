internal import Foundation
internal import JourneyBase
public import WebKit

extension WebViewContainer: WKNavigationDelegate {
    public func webView(
        _: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        // No frame to go to is a new window. There is one view.
        guard let frame = action.targetFrame, !action.shouldPerformDownload else { return decisionHandler(.cancel) }
        let address = CanonicalAddress(text: action.request.url?.absoluteString ?? "")
        guard frame.isMainFrame else {
            let isAdmitted = loads.admitsFrame(address.text, origin: address.origin, isHTTPS: address.isHTTPS)
            if !isAdmitted { report(.navigationRefused(address.origin)) }
            return decisionHandler(isAdmitted ? .allow : .cancel)
        }
        // What goes anywhere while a load is under way is taken for its redirect, but for a tapped link; if it was the page that makes way, it has
        // stopped the load, which is asked for again, and its document is not the load's own (`didCommit`).
        let (decision, refusal) = loads.decide(
            MainNavigation(
                address: address, isRedirect: loads.gate.isUnderWay,
                isRepeatable: (action.request.httpMethod ?? "GET") == "GET",
                isTapped: action.navigationType == .linkActivated,
                isOfHistory: [.backForward, .reload, .formResubmitted].contains(action.navigationType)))
        report(refusal)
        decisionHandler(decision == .allow ? .allow : .cancel)
        switch decision {
        case .allow: break
        case .cancel: sweep(isStarted: false)
        // Not as a load that was asked for: what comes of it is the page's own going on.
        case .loadInstead: if let url = URL(string: address.text) { view.load(URLRequest(url: url)) }
        }
    }

    public func webView(
        _: WKWebView, decidePolicyFor response: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        let answer = response.response as? HTTPURLResponse
        // Fields of one name come in one, joined by commas.
        let policy = answer?.value(forHTTPHeaderField: "Content-Security-Policy")
        let verdict = loads.verdict(
            on: PageResponse(
                isMainFrame: response.isForMainFrame,
                origin: CanonicalAddress(text: answer?.url?.absoluteString ?? "").origin,
                status: answer?.statusCode ?? 0, canBeShown: response.canShowMIMEType,
                contentSecurityPolicies: policy.map { [$0] } ?? []))
        if case .lose(let fault) = verdict { report(loads.failed(fault)) }
        decisionHandler(verdict == .show ? .allow : .cancel)
    }

    public func webView(_: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        loads.started(isOwn: isOwn(navigation))
    }

    public func webView(_ view: WKWebView, didCommit navigation: WKNavigation!) {
        let isOwn = isOwn(navigation)
        if isOwn { self.navigation = nil }
        let origin = CanonicalAddress(text: view.url?.absoluteString ?? "").origin
        loads.committed(isOwn: isOwn, origin: origin)
        if origin == nil { report(.navigationRefused(nil)) }
    }

    public func webView(_: WKWebView, didFinish _: WKNavigation!) { report(loads.finished()) }

    public func webView(
        _: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { failed(navigation, error) }

    public func webView(_: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        failed(navigation, error)
    }

    public func webViewWebContentProcessDidTerminate(_: WKWebView) {
        navigation = nil
        report(loads.processDied())
    }

    public func webView(
        _: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A page gets no password and no certificate of the person's: other questions end here.
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        Task { [weak self, check] in
            let fault = await check(challenge)
            guard fault == nil, let trust = challenge.protectionSpace.serverTrust else {
                // The engine calls this a cancelled load and says no more.
                self?.report(fault.flatMap { self?.loads.failed($0) })
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }

    /// `WebKitErrorFrameLoadInterruptedByPolicyChange`, which WKWebView reports and its own headers do not name.
    private static let interruptedByPolicy = 102

    private func isOwn(_ navigation: WKNavigation?) -> Bool { navigation != nil && navigation === self.navigation }

    private func failed(_ navigation: WKNavigation?, _ error: any Error) {
        // What a decision of ours or the page before stopped has been reported where it was decided, or is asked for again.
        let fault = error as NSError
        let isInterruption =
            (fault.domain == NSURLErrorDomain && fault.code == NSURLErrorCancelled)
            || (fault.domain == "WebKitErrorDomain" && fault.code == WebViewContainer.interruptedByPolicy)
        guard isInterruption else {
            return report(loads.failed(JourneyError(.pageLoadFailed, "The page could not be loaded.")))
        }
        if isOwn(navigation) { sweep(isStarted: true) }
    }

    private func sweep(isStarted: Bool) {
        switch loads.swept(isStarted: isStarted) {
        case .none: break
        case .load(let address): go(to: address)
        case .report(let failure): report(failure)
        }
    }
}
