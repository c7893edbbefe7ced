internal import CWebKitGTK
internal import JourneyBase

extension WebKitContainer {
    /// Returns `true` when the engine may continue. Refusals are reported here, because a stopped load reports nothing itself.
    func admits(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ kind: WebKitPolicyDecisionType) -> Bool {
        switch kind {
        case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
            admitsNavigation(
                cwebkit_navigation_uri(decision), isRedirect: cwebkit_navigation_is_redirect(decision) != 0)
        case WEBKIT_POLICY_DECISION_TYPE_RESPONSE: admitsResponse(cwebkit_response(decision))
        // A new window: `target=_blank`, a modified click. There is one window only.
        default: false
        }
    }

    /// Decides on a navigation. The engine does not report its frame.
    private func admitsNavigation(_ uri: UnsafePointer<CChar>?, isRedirect: Bool) -> Bool {
        let uri = uri.map { String(cString: $0) } ?? ""
        if showsOwnPages { return uri == "about:blank" }
        if let returnAddress, returnAddress.address.matches(uri) {
            returnAddress.receive(uri)
            return false
        }
        let isHTTPS = g_uri_peek_scheme(uri).map { String(cString: $0) } == "https"
        let (isAdmitted, refusal) = loads.admits(
            uri, origin: Origin(engine: uri), isHTTPS: isHTTPS, isRedirect: isRedirect)
        report(refusal)
        return isAdmitted
    }

    private func admitsResponse(_ response: CWebKitResponse) -> Bool {
        if showsOwnPages { return true }
        let answer = PageResponse(
            isMainFrame: response.is_main_frame != 0,
            origin: response.uri.flatMap { Origin(engine: String(cString: $0)) }, status: Int(response.status),
            canBeShown: response.can_be_shown != 0,
            contentSecurityPolicies: response.content_security_policy.map { [String(cString: $0)] } ?? [])
        // Another party's pages have no bridge.
        switch returnAddress == nil ? loads.verdict(on: answer) : answer.verdictOfForeignPage {
        case .show: return true
        case .drop: return false
        case .lose(let fault):
            loadDidFail(fault)
            return false
        }
    }
}
