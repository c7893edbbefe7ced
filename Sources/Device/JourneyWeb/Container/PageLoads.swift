internal import JourneyBase

/// The loads of one view, derived from its engine's signals: the load of each signal, permitted navigations, and reports.
/// Containers pass in the signals and perform the results.
struct PageLoads {
    /// An event with its load.
    typealias Report = (event: WebEvent, load: Int)

    let policy: SourcePolicy
    private(set) var tracker = LoadTracker()
    /// `true` when the load in progress has failed: an engine may still report that it finished.
    private var hasFailed = false
    /// The origin of the document in the main frame.
    private var pageOrigin: Origin?
    /// Addresses that the container loads in the page's place: the engine asks for these once more, and is allowed. Several,
    /// because a page may request another one before the engine processes the first.
    private var takenOver: Set<String> = []
    private static let takenOverLimit = 8

    init(policy: SourcePolicy) { self.policy = policy }

    enum NavigationStart {
        /// A later load has overtaken it.
        case overtaken
        case refused(Report)
        case load
    }

    /// Handles the request of load `number` of `url`, which the engine serialises as `address`.
    mutating func request(_ number: Int, _ url: HTTPSURL, spelled address: String) -> NavigationStart {
        guard tracker.request(number, address) else { return .overtaken }
        takenOver = []
        guard policy.allowed.contains(url.origin) else {
            tracker.failed()
            return .refused((.navigationRefused(url.origin), number))
        }
        return .load
    }

    /// Returns whether the engine may navigate to `address`, and the report of a refusal, because a stopped load reports nothing
    /// itself. `origin` is from the engine or its canonical form.
    ///
    /// Every frame stays on the policy's origins. `about:srcdoc` and `about:blank` are frames without an address of their own; as
    /// a main document they have no origin, and are lost. A `blob:` address has its creator's origin but did not come from a
    /// server: `isHTTPS` tells the difference.
    mutating func admits(
        _ address: String, origin: Origin?, isHTTPS: Bool, isRedirect: Bool
    ) -> (isAdmitted: Bool, report: Report?) {
        guard let load = tracker.navigation(to: address, isRedirect: isRedirect) else { return (false, nil) }
        if admitsFrame(address, origin: origin, isHTTPS: isHTTPS) { return (true, nil) }
        if load != tracker.shown { tracker.failed() }
        return (false, (.navigationRefused(origin), load))
    }

    /// Returns `true` when a frame inside the current page may navigate to `address`.
    func admitsFrame(_ address: String, origin: Origin?, isHTTPS: Bool) -> Bool {
        if address == "about:srcdoc" || address == "about:blank" { return true }
        return isHTTPS && origin.map(policy.allowed.contains) ?? false
    }

    /// Returns `true` when `address` has another host than the current page, or there is no page. The system compares hosts only.
    func leavesHost(_ address: CanonicalAddress) -> Bool {
        guard let host = address.origin?.host else { return false }
        return host != pageOrigin?.host
    }

    /// Returns `true` when the container must load `address` now; `false` when the engine asks because it already does.
    mutating func takesOver(_ address: String) -> Bool {
        guard takenOver.remove(address) == nil else { return false }
        // A page that keeps requesting addresses without navigating starts over.
        if takenOver.count == PageLoads.takenOverLimit { takenOver = [] }
        takenOver.insert(address)
        return true
    }

    /// Returns the decision on a server's response.
    func verdict(on response: PageResponse) -> PageResponse.Verdict { response.verdict(inPageOf: pageOrigin) }

    /// Returns the error of a main frame's response; `nil` when it can be shown. The status must be 200 to 299; content that
    /// can't be shown would become a download.
    static func fault(status: Int, canBeShown: Bool) -> JourneyError? {
        guard (200...299).contains(status) else {
            return JourneyError(
                .pageLoadFailed, "The page's server returned HTTP status \(status).",
                recovery: status >= 500 ? .restart : .giveUp)
        }
        guard canBeShown else {
            return JourneyError(.pageLoadFailed, "The page's server sent a content type that WebKit can't show.")
        }
        return nil
    }

    /// Records that the engine has started a load; `isOwn` is `true` when it is the requested one, where the engine knows.
    mutating func started(isOwn: Bool = true) {
        hasFailed = false
        if isOwn { tracker.started() }
    }

    /// Records that a document of `address` and `origin` was committed in the main frame.
    mutating func committed(_ address: String, origin: Origin?) {
        pageOrigin = origin
        takenOver = []
        tracker.committed(address)
    }

    /// Records a commit, for engines that identify loads: `isOwn` is `true` for the document of the load in progress.
    mutating func committed(isOwn: Bool, origin: Origin?) {
        pageOrigin = origin
        takenOver = []
        if isOwn { tracker.committedOwn() }
    }

    func finished() -> Report? { hasFailed ? nil : (.loaded, tracker.shown) }

    /// Reports the first error of a load.
    mutating func failed(_ error: JourneyError) -> Report? {
        guard !hasFailed else { return nil }
        hasFailed = true
        takenOver = []
        let load = tracker.underWay
        if load != tracker.shown { tracker.failed() }
        return (.loadFailed(error), load)
    }

    /// Stops trusting the current document.
    mutating func distrust() { tracker.distrust() }

    /// Records that the process died, and the load in progress with it.
    mutating func processDied() -> Report {
        let load = tracker.latest
        tracker.failed()
        tracker.distrust()
        return (.processLost, load)
    }

    enum StaleLoadCheck {
        case none
        case load(String)
        case report(Report)
    }

    /// Handles a load that the old page stopped, or that it dropped by navigating: it is requested again, a few times.
    mutating func retry(isStarted: Bool) -> StaleLoadCheck {
        switch tracker.retry(isStarted: isStarted) {
        case .none: return .none
        case .load(let address): return .load(address)
        case .giveUp(let load):
            let error = JourneyError(.pageLoadFailed, "The previous page stopped the load of this page too often.")
            return .report((.loadFailed(error), load))
        }
    }
}
