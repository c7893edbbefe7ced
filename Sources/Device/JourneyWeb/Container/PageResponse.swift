internal import JourneyBase

/// A server's answer to a navigation, as an engine tells of it before anything of the document is read.
struct PageResponse: Sendable {
    var isMainFrame: Bool
    /// Of the address that answered, as the engine has it.
    var origin: Origin?
    /// 0 where there is none.
    var status: Int
    /// Whether the engine shows such a thing; what it cannot show would become a download.
    var canBeShown: Bool
    /// The values of the header fields `Content-Security-Policy`.
    var contentSecurityPolicies: [String]

    enum Verdict: Equatable {
        case show
        /// A frame stays empty; the page goes on.
        case drop
        case lose(JourneyError)
    }

    /// The same of a sign-in's page, which is the authorization server's and has no bridge.
    var verdictOfSignIn: Verdict {
        guard isMainFrame else { return canBeShown ? .show : .drop }
        return PageLoads.fault(status: status, canBeShown: canBeShown).map(Verdict.lose) ?? .show
    }

    /// Whether the document may be shown in a page of `page`'s origin.
    ///
    /// The main document must be there (status 200 to 299) and bring its policy along. So must a frame of the page's own
    /// origin: its scripts reach into the page, and with it to the bridge. Another origin's frame reaches nothing.
    func verdict(inPageOf page: Origin?) -> Verdict {
        if isMainFrame {
            if let fault = PageLoads.fault(status: status, canBeShown: canBeShown) { return .lose(fault) }
        } else {
            guard canBeShown else { return .drop }
            guard let page, origin == page else { return .show }
        }
        return ContentSecurityPolicy.fault(headers: contentSecurityPolicies).map(Verdict.lose) ?? .show
    }
}
