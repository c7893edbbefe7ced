/// Which of the loads that were asked for an engine's signals belong to.
///
/// From the asking to the commit, the page that was shown before still lives: it may be on its way to another document,
/// ask to go somewhere, stop the load, or fail. None of that is of the new load, and none of it may take its place.
struct LoadTracker {
    private enum Progress {
        /// Asked for; the engine has not come to it.
        case requested
        /// The engine has asked whether it may go there.
        case admitted
        /// The engine is on its way; whatever the page before was up to has been given up.
        case started
    }

    private struct Load {
        let number: Int
        let address: String
        /// Where redirects have led so far.
        var expected: String
        var progress = Progress.requested
        var retriesLeft = 4
    }

    private var pending: Load?
    /// The load that was asked for last.
    private(set) var latest = 0
    /// The load that the shown document descends from; 0 when nothing shown may be heard.
    private(set) var shown = 0

    /// The load that a failure or an answer of a server belongs to.
    var underWay: Int { pending?.progress == .started ? pending?.number ?? shown : shown }

    var isIdle: Bool { pending == nil }

    /// Whether the engine is on its way with the load that was asked for last.
    var isUnderWay: Bool { pending?.progress == .started }

    /// Whether load `number` was asked for and has not begun.
    func isWaiting(_ number: Int) -> Bool { pending?.number == number && pending?.progress != .started }

    /// Takes in that load `number`, of `address` as the engine spells it, is asked for. Whether it is to go ahead: one
    /// that a later load has overtaken is not.
    mutating func request(_ number: Int, _ address: String) -> Bool {
        guard number > latest else { return false }
        latest = number
        pending = Load(number: number, address: address, expected: LoadTracker.withoutFragment(address))
        return true
    }

    /// The load under which the policy is to judge a navigation to `address`; `nil` when it is refused unjudged, because
    /// the page that makes way asked for it.
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

    /// Takes in that a document of `address` took the main frame.
    mutating func committed(_ address: String) {
        guard let load = pending, load.progress == .started, LoadTracker.withoutFragment(address) == load.expected
        else {
            return
        }
        shown = load.number
        pending = nil
    }

    /// Takes in that the document of the load under way took the main frame, wherever redirects have led it: for engines
    /// that say which load a document is of.
    mutating func committedOwn() {
        guard let load = pending, load.progress == .started else { return }
        shown = load.number
        pending = nil
    }

    /// Nothing comes of the load under way; what is shown stays.
    mutating func failed() { pending = nil }

    /// Nothing that is shown may be heard; a load under way may be, in its turn.
    mutating func distrust() { shown = 0 }

    enum Retry: Equatable {
        /// The page has not stopped anything.
        case none
        case load(String)
        /// The page has done so too often.
        case giveUp(load: Int)
    }

    /// What to do when the page that makes way stopped a load (`isStarted`), or asked to go elsewhere before it had
    /// started, which drops it unheard.
    mutating func swept(isStarted: Bool) -> Retry {
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
