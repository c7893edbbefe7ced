public import JourneyBase
internal import Synchronization

/// A presenter that answers screens from a script, for tests and unattended runs.
///
/// Unexpected screens, answers that don't fit, and screens that break the rules are recorded in `faults`, and the answer is
/// `Screen.cancelled`: a test that does not check `faults` still approves nothing.
public final class ScriptedPresenter: Presenter {
    /// The script's reply to one screen.
    public enum Reply: Sendable {
        /// Gives this answer, if it fits the screen.
        case answer(ScreenAction)
        /// Computes the answer from the screen.
        case decide(@Sendable (Screen) -> ScreenAction)
        /// Waits until the screen is updated, then continues with the next reply.
        case waitForUpdate
        /// Waits until the task is cancelled or something else is shown.
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

    /// The language of the screens.
    public let language: Language
    private let dependencies: Dependencies
    private let state: Mutex<State>

    /// Creates a presenter from replies.
    ///
    /// - Parameters:
    ///   - replies: The replies by screen id, in order of appearance; each is used once.
    ///   - language: The language of the screens.
    ///   - dependencies: The clock for countdowns and cool-downs.
    public init(
        _ replies: [String: [Reply]], language: Language = .english, dependencies: Dependencies = .system
    ) {
        self.language = language
        self.dependencies = dependencies
        state = Mutex(State(replies: replies))
    }

    /// Creates a presenter from answers.
    ///
    /// - Parameters:
    ///   - answers: The answers by screen id, in order of appearance; each is used once.
    ///   - language: The language of the screens.
    ///   - dependencies: The clock for countdowns and cool-downs.
    public convenience init(
        _ answers: [String: [ScreenAction]] = [:], language: Language = .english,
        dependencies: Dependencies = .system
    ) {
        self.init(answers.mapValues { $0.map { .answer($0) } }, language: language, dependencies: dependencies)
    }

    /// The screens in the order in which they were shown, updates included.
    public var shown: [Screen] { state.withLock { $0.shown } }
    /// The deviations from the script, one sentence each; empty when there are none.
    public var faults: [String] { state.withLock { $0.faults } }
    /// The ids of screens with unused replies.
    public var unused: [String] { state.withLock { state in state.replies.filter { !$0.value.isEmpty }.keys.sorted() } }
    /// The current screen.
    public var current: Screen? { state.withLock { $0.current } }
    /// `true` while there is a current screen.
    public var isShowing: Bool { current != nil }

    public func ask(_ screen: Screen) async -> ScreenAction {
        // Recorded together with the screen's appearance, so that an update right after it counts as one.
        let updates = state.withLock { state in
            state.record(screen)
            state.isAsking = true
            return state.updates
        }
        defer { state.withLock { $0.isAsking = false } }
        return await withTaskCancellationHandler {
            await answer(screen.id, since: updates)
        } onCancel: {
            resumeWatchers()
        }
    }

    public func show(_ screen: Screen) async {
        state.withLock { state in
            state.record(screen)
            state.updates += 1
        }
        resumeWatchers()
    }

    public func dismiss() async {
        state.withLock { $0.current = nil }
        resumeWatchers()
    }

    private enum Step {
        case done(ScreenAction)
        case wait(updates: Int)
    }

    /// Returns the script's answer to the screen, which was asked after `updates` updates. Each wait consumes one later update.
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

    /// Waits until more than `updates` updates were shown, or the question has ended.
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

    private func resumeWatchers() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }
}

extension ScriptedPresenter.State {
    fileprivate mutating func record(_ screen: Screen) {
        shown.append(screen)
        current = screen
        faults += screen.complaints.map { "The screen “\(screen.id)” is invalid: \($0)" }
    }
}
