/// Decides whether a click had an effect, from the page and the run after it. It has no clock: the caller passes the elapsed
/// time.
package struct PressMonitor: Sendable {
    package enum Verdict: Sendable, Hashable {
        /// Undecided.
        case wait
        /// The click had an effect.
        case moved
        /// The click will have no effect. The text continues a sentence that begins with the clicked element.
        case stuck(String)
    }

    /// The progress of the run.
    package struct Progress: Sendable, Hashable {
        /// The number of pages: grows with a page of another step, another page of the step, and the end of the run.
        package var pages: Int
        /// The number of all events: messages of the page, calls, native screens.
        package var events: Int
        /// The number of the page's messages. Calls are not counted, because their end may be unrelated to the click.
        package var messages: Int

        package init(pages: Int, events: Int, messages: Int) {
            self.pages = pages
            self.events = events
            self.messages = messages
        }
    }

    /// The time limit for a click that changes nothing, or only makes the page report errors.
    package static let limit = Duration.seconds(3)
    /// The time limit for a page that reports errors after a message; longer than the pause between two attempts of a call.
    package static let heardLimit = Duration.seconds(20)
    /// The minimum time limit for an unchanged page after a message; longer than a call may take.
    package static let silenceLimit = Duration.seconds(60)

    private let before: PageLook?
    private let start: Progress
    private let isLast: Bool
    private let patience: Duration
    private var latest: (progress: Progress, at: Duration)

    /// Creates a monitor of one click.
    ///
    /// - Parameters:
    ///   - before: The page just before the click; `nil` when it could not be read.
    ///   - progress: The progress of the run so far.
    ///   - isLast: `true` if the script has no more actions for this page, so that the click must lead to another.
    ///   - patience: The time that the page may take for its own work.
    package init(before: PageLook?, progress: Progress, isLast: Bool, patience: Duration) {
        self.before = before
        start = progress
        self.isLast = isLast
        self.patience = patience
        latest = (progress, .zero)
    }

    /// Judges the current page.
    ///
    /// - Parameters:
    ///   - look: The page; `nil` when it cannot be read, as while a document is being replaced.
    ///   - progress: The current progress of the run.
    ///   - elapsed: The time since the click.
    package mutating func verdict(_ look: PageLook?, _ progress: Progress, elapsed: Duration) -> Verdict {
        guard progress.pages == start.pages else { return .moved }
        if progress != latest.progress { latest = (progress, elapsed) }
        if let look, let before, look.document != before.document { return .moved }
        let isHeard = progress.messages != start.messages
        guard isLast else { return isHeard || hasChanged(look) ? .moved : judgeWithoutMessage(look, elapsed) }
        return isHeard ? judgeAfterMessage(look, elapsed) : judgeWithoutMessage(look, elapsed)
    }

    private func hasChanged(_ look: PageLook?) -> Bool {
        guard let look else { return false }
        return look.content != before?.content && !look.reportsNewError(since: before)
    }

    /// Judges a page that has sent no message since the click.
    private func judgeWithoutMessage(_ look: PageLook?, _ elapsed: Duration) -> Verdict {
        guard let look, elapsed >= PressMonitor.limit else { return .wait }
        if look.content == before?.content { return .stuck(sentence("changed nothing", look)) }
        // The script has no more actions, so an invalid field stays invalid.
        let isWrong = isLast ? !look.invalid.isEmpty || look.alerts(since: before) : look.reportsNewError(since: before)
        if isWrong { return .stuck(sentence("led nowhere", look)) }
        return elapsed >= max(patience, PressMonitor.limit) ? .stuck(sentence("led nowhere", look)) : .wait
    }

    /// Judges a page that has raised an event or made a call, and is still shown.
    private func judgeAfterMessage(_ look: PageLook?, _ elapsed: Duration) -> Verdict {
        guard let look else { return .wait }
        let idle = elapsed - latest.at
        if look.complains(since: before), idle >= PressMonitor.heardLimit {
            return .stuck(sentence("did not lead on", look))
        }
        return idle >= max(patience, PressMonitor.silenceLimit) ? .stuck(sentence("did not lead on", look)) : .wait
    }

    private func sentence(_ what: String, _ look: PageLook) -> String {
        let complaint = look.complaint
        return complaint.isEmpty ? "\(what)." : "\(what). \(complaint)"
    }
}
