internal import Foundation
internal import JourneyBase
public import WebKit

extension WebViewContainer: WKNavigationDelegate {
    public func webView(
        _: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        // Without a target frame it is a new window. There is one view only.
        guard let frame = action.targetFrame, !action.shouldPerformDownload else { return decisionHandler(.cancel) }
        let address = CanonicalAddress(text: action.request.url?.absoluteString ?? "")
        guard frame.isMainFrame else {
            let isAdmitted = loads.admitsFrame(address.text, origin: address.origin, isHTTPS: address.isHTTPS)
            if !isAdmitted { report(.navigationRefused(address.origin)) }
            return decisionHandler(isAdmitted ? .allow : .cancel)
        }
        // During a load, any navigation but a tapped link is taken for its redirect. If it came from the old page, it has stopped
        // the load, which is requested again; the commit then does not match the load (`didCommit`).
        let (decision, refusal) = loads.decide(
            MainNavigation(
                address: address, isRedirect: loads.tracker.isUnderWay,
                isRepeatable: (action.request.httpMethod ?? "GET") == "GET",
                isTapped: action.navigationType == .linkActivated,
                isOfHistory: [.backForward, .reload, .formResubmitted].contains(action.navigationType)))
        report(refusal)
        decisionHandler(decision == .allow ? .allow : .cancel)
        switch decision {
        case .allow: break
        case .cancel: retryLoad(isStarted: false)
        // Not as a requested load: it counts as the page's own navigation.
        case .loadInstead: if let url = URL(string: address.text) { view.load(URLRequest(url: url)) }
        }
    }

    public func webView(
        _: WKWebView, decidePolicyFor response: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        let answer = response.response as? HTTPURLResponse
        // Fields of the same name are joined by commas.
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
        // Pages get no password and no client certificate: other challenges are cancelled.
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        Task { [weak self, check] in
            let fault = await check(challenge)
            guard fault == nil, let trust = challenge.protectionSpace.serverTrust else {
                // The engine reports only a cancelled load.
                self?.report(fault.flatMap { self?.loads.failed($0) })
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }

    /// `WebKitErrorFrameLoadInterruptedByPolicyChange`, which WKWebView reports but its headers don't declare.
    private static let interruptedByPolicy = 102

    private func isOwn(_ navigation: WKNavigation?) -> Bool { navigation != nil && navigation === self.navigation }

    private func failed(_ navigation: WKNavigation?, _ error: any Error) {
        // An interruption by our own decision or by the old page was reported where it was decided, or is retried.
        let fault = error as NSError
        let isInterruption =
            (fault.domain == NSURLErrorDomain && fault.code == NSURLErrorCancelled)
            || (fault.domain == "WebKitErrorDomain" && fault.code == WebViewContainer.interruptedByPolicy)
        guard isInterruption else {
            return report(
                loads.failed(
                    JourneyError(
                        .pageLoadFailed,
                        "WebKit could not load the page: \(fault.localizedDescription) (\(fault.domain) \(fault.code))."
                    )))
        }
        if isOwn(navigation) { retryLoad(isStarted: true) }
    }

    private func retryLoad(isStarted: Bool) {
        switch loads.retry(isStarted: isStarted) {
        case .none: break
        case .load(let address): go(to: address)
        case .report(let failure): report(failure)
        }
    }
}
