/// Assigns an engine's signals to the loads that were requested.
///
/// From request to commit, the old page still exists: it may load another document, navigate, stop the load, or fail. None of
/// these signals belongs to the new load, and none may replace it.
struct LoadTracker {
    private enum Progress {
        /// Requested; the engine has not processed it.
        case requested
        /// The engine has asked for permission to navigate.
        case admitted
        /// The engine is loading; the old page's navigations have ended.
        case started
    }

    private struct Load {
        let number: Int
        let address: String
        /// The address after the redirects so far.
        var expected: String
        var progress = Progress.requested
        var retriesLeft = 4
    }

    private var pending: Load?
    /// The load that was requested last.
    private(set) var latest = 0
    /// The load of the current document; 0 when no document is trusted.
    private(set) var shown = 0

    /// The load to which a failure or a server's response belongs.
    var underWay: Int { pending?.progress == .started ? pending?.number ?? shown : shown }

    var isIdle: Bool { pending == nil }

    /// `true` while the engine loads the last requested load.
    var isUnderWay: Bool { pending?.progress == .started }

    /// Returns `true` when load `number` was requested and has not begun.
    func isWaiting(_ number: Int) -> Bool { pending?.number == number && pending?.progress != .started }

    /// Records the request of load `number`, with `address` as the engine serialises it. Returns `false` when a later load has
    /// overtaken it.
    mutating func request(_ number: Int, _ address: String) -> Bool {
        guard number > latest else { return false }
        latest = number
        pending = Load(number: number, address: address, expected: LoadTracker.withoutFragment(address))
        return true
    }

    /// Returns the load under which the policy judges a navigation to `address`; `nil` when it is refused because the old page
    /// requested it.
    mutating func navigation(to address: String, isRedirect: Bool) -> Int? {
        guard let load = pending else { return shown }
        if load.progress == .started {
            guard isRedirect else { return nil }
            pending?.expected = LoadTracker.withoutFragment(address)
        } else {
            guard !isRedirect, address == load.address else { return nil }
            pending?.progress = .admitted
        }
        return load.number
    }

    mutating func started() {
        if pending?.progress == .admitted { pending?.progress = .started }
    }

    /// Records that a document of `address` was committed in the main frame.
    mutating func committed(_ address: String) {
        guard let load = pending, load.progress == .started, LoadTracker.withoutFragment(address) == load.expected
        else {
            return
        }
        shown = load.number
        pending = nil
    }

    /// Records that the document of the load in progress was committed, wherever redirects led: for engines that report the load
    /// of a document.
    mutating func committedOwn() {
        guard let load = pending, load.progress == .started else { return }
        shown = load.number
        pending = nil
    }

    /// Records that the load in progress has failed; the current page stays.
    mutating func failed() { pending = nil }

    /// Stops trusting the current document; a load in progress is not affected.
    mutating func distrust() { shown = 0 }

    enum Retry: Equatable {
        /// The page has not stopped anything.
        case none
        case load(String)
        /// The page has stopped the load too often.
        case giveUp(load: Int)
    }

    /// Returns the action after the old page stopped a load (`isStarted`), or navigated before it had started, which drops it
    /// silently.
    mutating func retry(isStarted: Bool) -> Retry {
        guard let load = pending, (load.progress == .started) == isStarted else { return .none }
        guard load.retriesLeft > 0 else {
            pending = nil
            return .giveUp(load: load.number)
        }
        pending?.retriesLeft -= 1
        pending?.progress = .requested
        pending?.expected = LoadTracker.withoutFragment(load.address)
        return .load(load.address)
    }

    private static func withoutFragment(_ address: String) -> String {
        address.firstIndex(of: "#").map { String(address[..<$0]) } ?? address
    }
}
