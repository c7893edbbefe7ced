public import JourneyBase
internal import Synchronization

/// Answers screens from a script: the person in tests and in unattended runs.
///
/// A screen that the script does not expect, an answer that does not fit its screen, and a screen that breaks its own rules
/// are kept in `faults`, and the answer is `Screen.cancelled`: a test that forgets to look still approves nothing.
public final class ScriptedPresenter: Presenter {
    /// What the script says to one screen.
    public enum Reply: Sendable {
        /// Gives this answer, if it fits.
        case answer(ScreenAction)
        /// Says what to answer when the screen is seen.
        case decide(@Sendable (Screen) -> ScreenAction)
        /// Answers nothing until the screen is shown anew, then goes on with the next reply.
        case waitForUpdate
        /// Answers nothing until the task is cancelled or something else is shown.
        case never
    }

    fileprivate struct State {
        var replies: [String: [Reply]]
        var shown: [Screen] = []
        var faults: [String] = []
        var current: Screen?
        var isAsking = false
        var updates = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    public let language: Language
    private let dependencies: Dependencies
    private let state: Mutex<State>

    /// `replies`, by screen id, in the order in which the screen comes up; each is used once. The wall clock
    /// judges countdowns and cool-downs.
    public init(
        _ replies: [String: [Reply]], language: Language = .english, dependencies: Dependencies = .system
    ) {
        self.language = language
        self.dependencies = dependencies
        state = Mutex(State(replies: replies))
    }

    /// As above, with answers alone.
    public convenience init(
        _ answers: [String: [ScreenAction]] = [:], language: Language = .english,
        dependencies: Dependencies = .system
    ) {
        self.init(answers.mapValues { $0.map { .answer($0) } }, language: language, dependencies: dependencies)
    }

    /// The screens in the order in which they were shown, updates too.
    public var shown: [Screen] { state.withLock { $0.shown } }
    /// What did not go by the script, one sentence each; empty when all is well.
    public var faults: [String] { state.withLock { $0.faults } }
    /// The ids of screens that were expected more often than they came.
    public var unused: [String] { state.withLock { state in state.replies.filter { !$0.value.isEmpty }.keys.sorted() } }
    /// The screen that stands now.
    public var current: Screen? { state.withLock { $0.current } }
    /// Whether a screen stands now.
    public var isShowing: Bool { current != nil }

    public func ask(_ screen: Screen) async -> ScreenAction {
        // In one step with the screen's appearance: an update that comes right after it is one.
        let updates = state.withLock { state in
            state.note(screen)
            state.isAsking = true
            return state.updates
        }
        defer { state.withLock { $0.isAsking = false } }
        return await withTaskCancellationHandler {
            await answer(screen.id, since: updates)
        } onCancel: {
            tellWatchers()
        }
    }

    public func show(_ screen: Screen) async {
        state.withLock { state in
            state.note(screen)
            state.updates += 1
        }
        tellWatchers()
    }

    public func dismiss() async {
        state.withLock { $0.current = nil }
        tellWatchers()
    }

    private enum Step {
        case done(ScreenAction)
        case wait(updates: Int)
    }

    /// The script's answer to the screen, which was asked when there had been `updates`. Each wait takes one of those since.
    private func answer(_ id: String, since updates: Int) async -> ScreenAction {
        var seen = updates
        while true {
            let step = state.withLock { state -> Step in
                let cancelled = Step.done(ScreenAction(action: Screen.cancelled))
                guard !Task.isCancelled, let screen = state.current, screen.id == id else { return cancelled }
                guard let reply = state.replies[id]?.first else {
                    state.faults.append("The screen “\(id)” was not expected. \(ScriptErrors.offer(screen))")
                    return cancelled
                }
                if case .never = reply { return .wait(updates: .max) }
                state.replies[id]?.removeFirst()
                let answer: ScreenAction
                switch reply {
                case .never, .waitForUpdate: return .wait(updates: seen)
                case .answer(let given): answer = given
                case .decide(let decide): answer = decide(screen)
                }
                do throws(AnswerError) { try screen.check(answer, at: dependencies.now()) } catch {
                    state.faults.append(ScriptErrors.sentence(error, on: screen))
                    return cancelled
                }
                return .done(answer)
            }
            switch step {
            case .done(let answer): return answer
            case .wait(let updates):
                await waitUntilShown(id, after: updates)
                seen += 1
            }
        }
    }

    /// Waits until more than `updates` screens were shown, or the question is over.
    private func waitUntilShown(_ id: String, after updates: Int) async {
        while true {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.current?.id != id || state.updates > updates { return true }
                    state.watchers.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
            let isOver = state.withLock { Task.isCancelled || $0.current?.id != id || $0.updates > updates }
            if isOver { return }
        }
    }

    private func tellWatchers() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }
}

extension ScriptedPresenter.State {
    fileprivate mutating func note(_ screen: Screen) {
        shown.append(screen)
        current = screen
        faults += screen.complaints.map { "The screen “\(screen.id)” is not right: \($0)" }
    }
}
