internal import JourneyBase

/// A navigation of the main frame, as an engine asks about it.
struct MainNavigation {
    let address: CanonicalAddress
    /// Whether a load under way asks for it.
    let isRedirect: Bool
    /// Whether asking for the address anew does the same: a GET, which sends nothing that would be lost.
    let isRepeatable: Bool
    /// Whether the person tapped a link, which a load under way never does.
    let isTapped: Bool
    /// Whether it goes to what was shown before: back, forward, or the same once more.
    let isOfHistory: Bool

    enum Decision: Equatable {
        case allow
        case cancel
        /// It is cancelled, and the container asks for the address itself.
        case loadInstead
    }
}

extension PageLoads {
    /// What becomes of a navigation of the main frame, for engines whose system may hand the address of another host to another app
    /// that claims it (universal links), and what to report.
    ///
    /// Where the shown page goes to another host, nothing is left to the system: the engine gets a load of the container's own. That
    /// stays here; of what the page asked for it is the same GET. What a page posts elsewhere, what goes back or forward, and the
    /// redirects of a load under way are let through as they are. A link that is tapped meanwhile is no redirect: the page makes way,
    /// and goes nowhere.
    mutating func decide(_ navigation: MainNavigation) -> (decision: MainNavigation.Decision, report: Report?) {
        let address = navigation.address
        let isPages = gate.isIdle
        let (isAdmitted, report) = admits(
            address.text, origin: address.origin, isHTTPS: address.isHTTPS,
            isRedirect: navigation.isRedirect && !navigation.isTapped)
        guard isAdmitted else { return (.cancel, report) }
        guard isPages, navigation.isRepeatable, !navigation.isOfHistory, leavesHost(address) else {
            return (.allow, nil)
        }
        return (takesOver(address.text) ? .loadInstead : .allow, nil)
    }
}
