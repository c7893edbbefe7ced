import Foundation
import JourneyBase
import Synchronization

/// A scripted user, who answers screens by identifier and waits on others until a test presses an action or the screen
/// is withdrawn.
///
/// Answers that do not fit a screen, and screens that break the rules, are recorded in `faults`.
final class ScriptedPerson: Presenter {
    typealias ScreenHandler = @Sendable (Screen) -> ScreenAction?

    fileprivate struct State {
        var habits: [String: ScreenHandler]
        var shown: [Screen] = []
        var faults: [String] = []
        var asked: (screen: Screen, continuation: CheckedContinuation<ScreenAction, Never>)?
        var dismissals = 0
        var observer: @Sendable (String) -> Void = { _ in }
        var watchers: [(id: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let language: Language
    private let state: Mutex<State>

    init(_ language: Language = .english, _ habits: [String: ScreenHandler] = [:]) {
        self.language = language
        state = Mutex(State(habits: ScriptedPerson.usual.merging(habits) { $1 }))
    }

    /// Allows everything and closes the result.
    static let usual: [String: ScreenHandler] = [
        "sharing-consent": allow { _ in true }, "sharing-result": press("close"),
    ]

    static func press(_ action: String) -> ScreenHandler { { _ in ScreenAction(action: action) } }
    /// Leaves the screen open.
    static let wait: ScreenHandler = { _ in nil }
    /// Allows the items whose identifier passes.
    static func allow(_ isAllowed: @escaping @Sendable (String) -> Bool) -> ScreenHandler {
        { screen in
            guard case .consent(let consent)? = screen.field("items")?.kind else { return nil }
            return ScreenAction(
                action: "allow", values: ["items": .chosen(Set(consent.items.map(\.id).filter(isAllowed)))])
        }
    }

    var shown: [Screen] { state.withLock(\.shown) }
    var faults: [String] { state.withLock(\.faults) }
    var dismissals: Int { state.withLock(\.dismissals) }
    func screen(_ id: String) -> Screen? { shown.last { $0.id == id } }
    /// Reports the user's actions to `observer`.
    func observeActions(_ observer: @escaping @Sendable (String) -> Void) { state.withLock { $0.observer = observer } }
    func learn(_ id: String, _ habit: @escaping ScreenHandler) { state.withLock { $0.habits[id] = habit } }

    func ask(_ screen: Screen) async -> ScreenAction {
        let cancelled = ScreenAction(action: Screen.cancelled)
        let (habit, watchers) = state.withLock { state in
            state.shown.append(screen)
            state.faults += screen.complaints
            return (state.habits[screen.id], state.due())
        }
        for watcher in watchers { watcher.resume() }
        if let answer = habit?(screen) { return check(answer, screen) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let earlier = state.withLock { state -> CheckedContinuation<ScreenAction, Never>? in
                    if Task.isCancelled { return continuation }
                    defer { state.asked = (screen, continuation) }
                    return state.asked?.continuation
                }
                earlier?.resume(returning: cancelled)
            }
        } onCancel: {
            answer(cancelled, to: screen.id)
        }
    }

    func show(_ screen: Screen) async {
        let watchers = state.withLock { state in
            state.shown.append(screen)
            return state.due()
        }
        for watcher in watchers { watcher.resume() }
    }

    func dismiss() async { state.withLock { $0.dismissals += 1 } }

    /// Answers the open screen.
    func press(_ action: String, on id: String, _ values: [String: ScreenAction.Value] = [:]) {
        answer(ScreenAction(action: action, values: values), to: id)
    }

    /// Waits until the screen was shown for the `count`-th time.
    func waits(for id: String, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.shown.count(where: { $0.id == id }) >= count { return true }
                state.watchers.append((id, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func answer(_ action: ScreenAction, to id: String) {
        let asked = state.withLock {
            state -> (screen: Screen, continuation: CheckedContinuation<ScreenAction, Never>)? in
            guard let asked = state.asked, asked.screen.id == id else { return nil }
            state.asked = nil
            return asked
        }
        if let asked { asked.continuation.resume(returning: check(action, asked.screen)) }
    }

    private func check(_ answer: ScreenAction, _ screen: Screen) -> ScreenAction {
        do throws(AnswerError) {
            try screen.check(answer, at: DocumentIssuerFixture.now)
            if let action = screen.action(answer.action) {
                state.withLock(\.observer)("User->>UI: Tap \(action.label)")
            }
            return answer
        } catch {
            state.withLock { $0.faults.append("\(screen.id): \(error)") }
            return ScreenAction(action: Screen.cancelled)
        }
    }
}

extension ScriptedPerson.State {
    fileprivate mutating func due() -> [CheckedContinuation<Void, Never>] {
        let due = watchers.filter { watcher in shown.count { $0.id == watcher.id } >= watcher.count }
        watchers.removeAll { watcher in shown.count { $0.id == watcher.id } >= watcher.count }
        return due.map(\.continuation)
    }
}
