internal import CWebKitGTK
internal import JourneyBase

extension WebKitContainer {
    /// Whether the engine may go on. What it may not is reported here, because a stopped load reports nothing itself.
    func admits(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ kind: WebKitPolicyDecisionType) -> Bool {
        switch kind {
        case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
            admitsNavigation(
                cwebkit_navigation_uri(decision), isRedirect: cwebkit_navigation_is_redirect(decision) != 0)
        case WEBKIT_POLICY_DECISION_TYPE_RESPONSE: admitsResponse(cwebkit_response(decision))
        // A new window: `target=_blank`, a modified click. There is one window.
        default: false
        }
    }

    /// A navigation of any frame stays on the policy's origins. `about:srcdoc` and `about:blank` are frames without an
    /// address of their own; a main document without one has no origin, and is lost for that. The engine does not say
    /// which frame asks.
    private func admitsNavigation(_ uri: UnsafePointer<CChar>?, isRedirect: Bool) -> Bool {
        let uri = uri.map { String(cString: $0) } ?? ""
        if showsOwnPages { return uri == "about:blank" }
        guard let load = gate.navigation(to: uri, isRedirect: isRedirect) else { return false }
        if uri == "about:srcdoc" || uri == "about:blank" { return true }
        let origin = Origin(engine: uri)
        // A `blob:` address has the origin of whoever made it; what it shows came from no server.
        let isHTTPS = g_uri_peek_scheme(uri).map { String(cString: $0) } == "https"
        if isHTTPS, let origin, policy.allowed.contains(origin) { return true }
        if load != gate.shown { gate.failed() }
        report(.navigationRefused(origin), load: load)
        return false
    }

    /// A main document must be there (status 200 to 299) and be something to show; what else cannot be shown would
    /// become a download.
    private func admitsResponse(_ response: CWebKitResponse) -> Bool {
        if showsOwnPages { return true }
        guard response.is_main_frame != 0 else { return response.can_be_shown != 0 }
        guard (200...299).contains(response.status) else {
            loadDidFail(
                JourneyError(
                    .pageLoadFailed, "The page's server answered with status \(response.status).",
                    recovery: response.status >= 500 ? .restart : .giveUp))
            return false
        }
        guard response.can_be_shown != 0 else {
            loadDidFail(JourneyError(.pageLoadFailed, "The page's server sent something that is no page."))
            return false
        }
        return true
    }
}
