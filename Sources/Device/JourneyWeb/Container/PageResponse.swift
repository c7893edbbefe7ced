internal import JourneyBase

/// A server's response to a navigation, as an engine reports it before the document is read.
struct PageResponse: Sendable {
    var isMainFrame: Bool
    /// The origin of the address that responded, from the engine.
    var origin: Origin?
    /// The HTTP status; 0 where there is none.
    var status: Int
    /// `true` when the engine can show the content; otherwise it would become a download.
    var canBeShown: Bool
    /// The values of the header fields `Content-Security-Policy`.
    var contentSecurityPolicies: [String]

    enum Verdict: Equatable {
        case show
        /// The frame stays empty; the page continues.
        case drop
        case lose(JourneyError)
    }

    /// The decision for another party's page, such as an authorization server's, which has no bridge.
    var verdictOfForeignPage: Verdict {
        guard isMainFrame else { return canBeShown ? .show : .drop }
        return PageLoads.fault(status: status, canBeShown: canBeShown).map(Verdict.lose) ?? .show
    }

    /// Decides whether the document may be shown in a page of origin `page`.
    ///
    /// The main document needs a status of 200 to 299 and its own policy. So does a frame of the page's origin, because its
    /// scripts can reach the page and its bridge. A frame of another origin can't.
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
