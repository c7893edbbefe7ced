/// Decides whether a press has led anywhere, by what the page shows and what the run does after it. It knows no clock: the
/// time since the press is told with each look.
package struct PressMonitor: Sendable {
    package enum Verdict: Sendable, Hashable {
        /// Nothing can be said yet.
        case wait
        /// The press has led somewhere.
        case moved
        /// Nothing comes of it any more; the rest of a sentence that begins with what was pressed.
        case stuck(String)
    }

    /// What the run has done so far.
    package struct Progress: Sendable, Hashable {
        /// Grows when the page of another step, or another page of the step, is there, and when the run is over.
        package var pages: Int
        /// Grows with everything that happens: messages of the page, calls, native screens.
        package var events: Int
        /// Grows with each message of the page. A call may end at any time, and says nothing of a press.
        package var messages: Int

        package init(pages: Int, events: Int, messages: Int) {
            self.pages = pages
            self.events = events
            self.messages = messages
        }
    }

    /// How long a press may change nothing, or may only make the page complain.
    package static let limit = Duration.seconds(3)
    /// How long a page that complains after it was heard is given: more than the pause between two tries of a call.
    package static let heardLimit = Duration.seconds(20)
    /// How long a page that was heard may stand still, at least: more than a call may take.
    package static let silenceLimit = Duration.seconds(60)

    private let before: PageLook?
    private let start: Progress
    private let isLast: Bool
    private let patience: Duration
    private var latest: (progress: Progress, at: Duration)

    /// A watch over one press.
    ///
    /// - Parameters:
    ///   - before: The page just before the press; `nil` when it could not be read.
    ///   - progress: What the run has done until then.
    ///   - isLast: Whether the script has nothing more for this page, so that the press has to lead on.
    ///   - patience: How long a page may take to do what it does by itself.
    package init(before: PageLook?, progress: Progress, isLast: Bool, patience: Duration) {
        self.before = before
        start = progress
        self.isLast = isLast
        self.patience = patience
        latest = (progress, .zero)
    }

    /// Judges the page as it is now.
    ///
    /// - Parameters:
    ///   - look: The page; `nil` when it cannot be read, as while a document is being replaced.
    ///   - progress: What the run has done by now.
    ///   - elapsed: The time since the press.
    package mutating func verdict(_ look: PageLook?, _ progress: Progress, elapsed: Duration) -> Verdict {
        guard progress.pages == start.pages else { return .moved }
        if progress != latest.progress { latest = (progress, elapsed) }
        if let look, let before, look.document != before.document { return .moved }
        let isHeard = progress.messages != start.messages
        guard isLast else { return isHeard || hasChanged(look) ? .moved : unmoved(look, elapsed) }
        return isHeard ? heard(look, elapsed) : unmoved(look, elapsed)
    }

    private func hasChanged(_ look: PageLook?) -> Bool {
        guard let look else { return false }
        return look.content != before?.content && !look.saysWrong(since: before)
    }

    /// Nothing was heard of the page since the press.
    private func unmoved(_ look: PageLook?, _ elapsed: Duration) -> Verdict {
        guard let look, elapsed >= PressMonitor.limit else { return .wait }
        if look.content == before?.content { return .stuck(said("changed nothing", look)) }
        // The script has nothing more for the page, and so for a field that is wrong.
        let isWrong = isLast ? !look.invalid.isEmpty || look.alerts(since: before) : look.saysWrong(since: before)
        if isWrong { return .stuck(said("led nowhere", look)) }
        return elapsed >= max(patience, PressMonitor.limit) ? .stuck(said("led nowhere", look)) : .wait
    }

    /// The page has raised an event or made a call, and is still there.
    private func heard(_ look: PageLook?, _ elapsed: Duration) -> Verdict {
        guard let look else { return .wait }
        let idle = elapsed - latest.at
        if look.complains(since: before), idle >= PressMonitor.heardLimit {
            return .stuck(said("did not lead on", look))
        }
        return idle >= max(patience, PressMonitor.silenceLimit) ? .stuck(said("did not lead on", look)) : .wait
    }

    private func said(_ what: String, _ look: PageLook) -> String {
        let complaint = look.complaint
        return complaint.isEmpty ? "\(what)." : "\(what). \(complaint)"
    }
}
