#if canImport(UIKit)
internal import Foundation
public import JourneyBase
public import Observation
internal import Synchronization

/// Shows screens with SwiftUI, in the `ScreensView` that the host puts into its window.
///
/// What is filled in, checked and answered is `ScreenForm`'s, the same as on a terminal; the views draw and pass on.
@MainActor @Observable
public final class SwiftUIPresenter: Presenter {
    public nonisolated var language: Language { spoken.withLock { $0 } }
    private nonisolated let spoken: Mutex<Language>
    nonisolated let theme: Theme
    nonisolated let dependencies: Dependencies

    /// What is shown, while it is filled in.
    var form: ScreenForm?
    /// Whether the way back is in a navigation bar.
    var hasBar = false
    /// Whether somebody waits for an answer.
    private(set) var isAsking = false
    /// Whether somebody has taken the screens away: until the flow dismisses them, what it still asks has no place to be seen.
    @ObservationIgnored package private(set) var isTakenAway = false

    @ObservationIgnored private var asked: (number: Int, continuation: CheckedContinuation<ScreenAction, Never>)?
    @ObservationIgnored private var count = 0
    @ObservationIgnored private var ticker: Task<Void, Never>?

    public nonisolated init(
        language: Language = .english, theme: Theme = .standard, dependencies: Dependencies = .system
    ) {
        spoken = Mutex(language)
        self.theme = theme
        self.dependencies = dependencies
    }

    /// Says the screens' own words in `language` from now on: those of a screen that stands, when it is shown anew.
    public func speak(_ language: Language) async { spoken.withLock { $0 = language } }

    public func ask(_ screen: Screen) async -> ScreenAction {
        finish(ScreenAction(action: Screen.cancelled))
        if isTakenAway { return ScreenAction(action: Screen.cancelled) }
        count += 1
        let number = count
        form = ScreenForm(screen, random: dependencies.random)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: ScreenAction(action: Screen.cancelled))
                }
                asked = (number, continuation)
                isAsking = true
                keepTime()
            }
        } onCancel: {
            Task { @MainActor in
                if self.asked?.number == number { self.finish(ScreenAction(action: Screen.cancelled)) }
            }
        }
    }

    public func show(_ screen: Screen) async {
        if isTakenAway { return }
        if form?.screen.id == screen.id {
            form?.update(screen)
        } else {
            finish(ScreenAction(action: Screen.cancelled))
            form = ScreenForm(screen, random: dependencies.random)
        }
        keepTime()
    }

    public func dismiss() async {
        makeWay()
        isTakenAway = false
    }

    /// Somebody else has taken the screens away: what was asked is cancelled, and so is what is asked before `dismiss`.
    package func wasTakenAway() {
        makeWay()
        isTakenAway = true
    }

    private func makeWay() {
        finish(ScreenAction(action: Screen.cancelled))
        form = nil
    }

    /// Hands in what was filled in, if it fits; a fault shows in the form.
    func press(_ action: String) {
        guard isAsking, let answer = form?.press(action, at: dependencies.now()) else { return }
        finish(answer)
    }

    /// Ends the question when its time is up; the views count by themselves.
    private func keepTime() {
        ticker?.cancel()
        let now = dependencies.now()
        guard isAsking, let screen = form?.screen else { return }
        if screen.isExpired(at: now) { return finish(ScreenAction(action: Screen.expired)) }
        guard let next = screen.nextChange(after: now) else { return }
        let (wait, clock) = (next.timeIntervalSince(now), dependencies.clock)
        ticker = Task { [weak self] in
            guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
            self?.keepTime()
        }
    }

    private func finish(_ answer: ScreenAction) {
        ticker?.cancel()
        asked?.continuation.resume(returning: answer)
        asked = nil
        isAsking = false
    }
}
#endif
