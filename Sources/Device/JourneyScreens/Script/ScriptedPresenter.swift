public import JourneyBase
import Synchronization

/// Answers screens from a script: the person in tests and in unattended runs.
///
/// A screen that the script does not expect, or an answer that the screen does not offer, goes back and is kept in
/// `faults`, so that a test that forgets to look still does not approve anything.
public final class ScriptedPresenter: Presenter {
    private struct State {
        var answers: [String: [ScreenAction]]
        var shown: [Screen] = []
        var faults: [String] = []
        var isShowing = false
    }

    private let state: Mutex<State>

    /// `answers`, by screen id, in the order in which the screen comes up; each is used once.
    public init(_ answers: [String: [ScreenAction]] = [:]) { state = Mutex(State(answers: answers)) }

    /// The screens in the order in which they were shown.
    public var shown: [Screen] { state.withLock { $0.shown } }
    /// What did not go by the script, one sentence each; empty when all is well.
    public var faults: [String] { state.withLock { $0.faults } }
    /// The ids of screens that were expected more often than they came.
    public var unused: [String] { state.withLock { state in state.answers.filter { !$0.value.isEmpty }.keys.sorted() } }
    /// Whether a screen stands now.
    public var isShowing: Bool { state.withLock { $0.isShowing } }

    public func ask(_ screen: Screen) async -> ScreenAction {
        let answer = state.withLock { state -> ScreenAction in
            state.shown.append(screen)
            state.isShowing = true
            guard state.answers[screen.id]?.isEmpty == false, let answer = state.answers[screen.id]?.removeFirst()
            else {
                state.faults.append("The screen \(screen.id) was not expected.")
                return ScreenAction(action: Screen.back)
            }
            if let fault = ScriptedPresenter.fault(answer, on: screen) {
                state.faults.append(fault)
                return ScreenAction(action: Screen.back)
            }
            return answer
        }
        return Task.isCancelled ? ScreenAction(action: Screen.back) : answer
    }

    public func show(_ screen: Screen) async {
        state.withLock { state in
            state.shown.append(screen)
            state.isShowing = true
        }
    }

    public func dismiss() async { state.withLock { $0.isShowing = false } }

    private static func fault(_ answer: ScreenAction, on screen: Screen) -> String? {
        guard answer.action == Screen.back || screen.actions.contains(where: { $0.id == answer.action }) else {
            return "The screen \(screen.id) offers no action \(answer.action)."
        }
        let fields = Set(screen.fields.map(\.id))
        let strangers = answer.values.keys.filter { !fields.contains($0) }.sorted()
        return strangers.isEmpty ? nil : "The screen \(screen.id) has no field \(strangers.joined(separator: ", "))."
    }
}
