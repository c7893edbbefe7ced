internal import JourneyBase

/// The loads of one view, as its engine's signals tell of them: which load a signal belongs to, where the engine may go, and
/// what there is to report. Containers pass the signals in and act on what comes out.
struct PageLoads {
    /// An event, with the load that it belongs to.
    typealias Report = (event: WebEvent, load: Int)

    let policy: SourcePolicy
    private(set) var gate = LoadTracker()
    /// Whether the load under way has failed: an engine may say that it finished all the same.
    private var hasFailed = false
    /// Of the document in the main frame.
    private var pageOrigin: Origin?
    /// Addresses that the container asks for in the page's place: the engine asks about those once more, and goes there. Several, since
    /// a page may ask for another one before the engine has come to the first.
    private var takenOver: Set<String> = []
    private static let takenOverLimit = 8

    init(policy: SourcePolicy) { self.policy = policy }

    enum NavigationStart {
        /// A later load has overtaken it.
        case overtaken
        case refused(Report)
        case load
    }

    /// Load `number` of `url` is asked for, which the engine spells `address`.
    mutating func request(_ number: Int, _ url: HTTPSURL, spelled address: String) -> NavigationStart {
        guard gate.request(number, address) else { return .overtaken }
        takenOver = []
        guard policy.allowed.contains(url.origin) else {
            gate.failed()
            return .refused((.navigationRefused(url.origin), number))
        }
        return .load
    }

    /// Whether the engine may go to `address`, whose origin the engine or its canonical spelling gave, and what to report
    /// when it may not, because a stopped load reports nothing itself.
    ///
    /// A navigation of any frame stays on the policy's origins. `about:srcdoc` and `about:blank` are frames without an
    /// address of their own; a main document without one has no origin, and is lost for that. A `blob:` address has the
    /// origin of whoever made it, and what it shows came from no server: `isHTTPS` tells the difference.
    mutating func admits(
        _ address: String, origin: Origin?, isHTTPS: Bool, isRedirect: Bool
    ) -> (isAdmitted: Bool, report: Report?) {
        guard let load = gate.navigation(to: address, isRedirect: isRedirect) else { return (false, nil) }
        if admitsFrame(address, origin: origin, isHTTPS: isHTTPS) { return (true, nil) }
        if load != gate.shown { gate.failed() }
        return (false, (.navigationRefused(origin), load))
    }

    /// The same for what is known to be a frame inside the page that is shown.
    func admitsFrame(_ address: String, origin: Origin?, isHTTPS: Bool) -> Bool {
        if address == "about:srcdoc" || address == "about:blank" { return true }
        return isHTTPS && origin.map(policy.allowed.contains) ?? false
    }

    /// Whether `address` is of another host than the page that is shown, or none is. The system looks at hosts alone.
    func leavesHost(_ address: CanonicalAddress) -> Bool {
        guard let host = address.origin?.host else { return false }
        return host != pageOrigin?.host
    }

    /// Whether the container is to ask for `address` now; not when the engine asks because it does already.
    mutating func takesOver(_ address: String) -> Bool {
        guard takenOver.remove(address) == nil else { return false }
        // A page that asks for ever more without going anywhere is one that wants to stay.
        if takenOver.count == PageLoads.takenOverLimit { takenOver = [] }
        takenOver.insert(address)
        return true
    }

    /// What becomes of a server's answer.
    func verdict(on response: PageResponse) -> PageResponse.Verdict { response.verdict(inPageOf: pageOrigin) }

    /// What is wrong with the answer to a load of the main frame; `nil` when it can be shown. It must be there (status 200
    /// to 299); what cannot be shown would become a download.
    static func fault(status: Int, canBeShown: Bool) -> JourneyError? {
        guard (200...299).contains(status) else {
            return JourneyError(
                .pageLoadFailed, "The page's server answered with status \(status).",
                recovery: status >= 500 ? .restart : .giveUp)
        }
        guard canBeShown else {
            return JourneyError(.pageLoadFailed, "The page's server sent something that is no page.")
        }
        return nil
    }

    /// The engine is on its way somewhere; `isOwn` tells that it is with the load that was asked for, where it knows.
    mutating func started(isOwn: Bool = true) {
        hasFailed = false
        if isOwn { gate.started() }
    }

    /// A document of `address`, whose origin is `origin`, took the main frame.
    mutating func committed(_ address: String, origin: Origin?) {
        pageOrigin = origin
        takenOver = []
        gate.committed(address)
    }

    /// The same, where an engine tells loads apart itself: whether it is the document of the load under way.
    mutating func committed(isOwn: Bool, origin: Origin?) {
        pageOrigin = origin
        takenOver = []
        if isOwn { gate.committedOwn() }
    }

    func finished() -> Report? { hasFailed ? nil : (.loaded, gate.shown) }

    /// The first fault of a load.
    mutating func failed(_ error: JourneyError) -> Report? {
        guard !hasFailed else { return nil }
        hasFailed = true
        takenOver = []
        let load = gate.underWay
        if load != gate.shown { gate.failed() }
        return (.loadFailed(error), load)
    }

    /// Nothing that is shown may be heard any more.
    mutating func distrust() { gate.distrust() }

    /// What was under way went down with what was shown.
    mutating func processDied() -> Report {
        let load = gate.latest
        gate.failed()
        gate.distrust()
        return (.processLost, load)
    }

    enum StaleLoadCheck {
        case none
        case load(String)
        case report(Report)
    }

    /// The page that makes way stopped the next one's load, or asked to go elsewhere. It is asked for again, a few times.
    mutating func swept(isStarted: Bool) -> StaleLoadCheck {
        switch gate.swept(isStarted: isStarted) {
        case .none: return .none
        case .load(let address): return .load(address)
        case .giveUp(let load):
            let error = JourneyError(.pageLoadFailed, "The page before this one would not make way.")
            return .report((.loadFailed(error), load))
        }
    }
}
