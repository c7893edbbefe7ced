internal import JourneyBase

/// A navigation of the main frame, for which an engine asks permission.
struct MainNavigation {
    let address: CanonicalAddress
    /// `true` when a load in progress requests it.
    let isRedirect: Bool
    /// `true` when the request can be repeated: a GET without a body to lose.
    let isRepeatable: Bool
    /// `true` when the person tapped a link, which is never part of a load in progress.
    let isTapped: Bool
    /// `true` for back, forward and reload.
    let isOfHistory: Bool

    enum Decision: Equatable {
        case allow
        case cancel
        /// Cancelled; the container loads the address itself.
        case loadInstead
    }
}

extension PageLoads {
    /// Decides on a navigation of the main frame, for engines whose system may pass another host's address to another app
    /// (universal links).
    ///
    /// When the current page navigates to another host, the container loads the address itself, so that it stays in the engine;
    /// for a GET this is equivalent. POSTs, history navigations and redirects of a load in progress are allowed as they are. A
    /// link that is tapped during a load is not a redirect: the old page can't navigate.
    ///
    /// - Returns: The decision, and a report if there is one.
    mutating func decide(_ navigation: MainNavigation) -> (decision: MainNavigation.Decision, report: Report?) {
        let address = navigation.address
        let isPages = tracker.isIdle
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
