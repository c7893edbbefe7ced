#if canImport(UIKit)
internal import Foundation
public import JourneyBase
public import Observation
internal import Synchronization

/// A presenter that shows screens with SwiftUI, in a `ScreensView` that the host puts into its window.
///
/// `ScreenForm` keeps and checks the input, as on a terminal; the views draw and forward input.
@MainActor @Observable
public final class SwiftUIPresenter: Presenter {
    public nonisolated var language: Language { spoken.withLock { $0 } }
    private nonisolated let spoken: Mutex<Language>
    /// The appearance of the screens: the host's, with the brand of a journey.
    nonisolated var theme: Theme { hostTheme.applying(brand.withLock { $0 }) }
    private nonisolated let hostTheme: Theme
    private nonisolated let brand = Mutex<Theme.Brand?>(nil)
    nonisolated let dependencies: Dependencies

    /// The screen with its input.
    var form: ScreenForm?
    /// `true` when the back button is in a navigation bar.
    var hasBar = false
    /// `true` while `ask` waits for an answer.
    private(set) var isAsking = false
    /// `true` from half a minute before the question's time is over.
    private(set) var isEndingSoon = false
    /// The action that was pressed last on the current screen; `nil` before.
    private(set) var pressed: String?
    /// `true` after the screens were dismissed from elsewhere: until the flow dismisses them too, its questions can't be visible.
    @ObservationIgnored package private(set) var isTakenAway = false

    @ObservationIgnored private var asked: (number: Int, continuation: CheckedContinuation<ScreenAction, Never>)?
    @ObservationIgnored private var count = 0
    @ObservationIgnored private var ticker: Task<Void, Never>?

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - language: The language of the screens.
    ///   - theme: The appearance of the screens.
    ///   - dependencies: The clock and the random source.
    public nonisolated init(
        language: Language = .english, theme: Theme = .standard, dependencies: Dependencies = .system
    ) {
        spoken = Mutex(language)
        hostTheme = theme
        self.dependencies = dependencies
    }

    /// Sets the language of built-in texts; the current screen changes when it is shown again.
    public func speak(_ language: Language) async { spoken.withLock { $0 = language } }

    public func apply(_ brand: Theme.Brand?) async { self.brand.withLock { $0 = brand } }

    public func ask(_ screen: Screen) async -> ScreenAction {
        finish(ScreenAction(action: Screen.cancelled))
        if isTakenAway { return ScreenAction(action: Screen.cancelled) }
        count += 1
        let number = count
        pressed = nil
        form = ScreenForm(screen, random: dependencies.random)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: ScreenAction(action: Screen.cancelled))
                }
                asked = (number, continuation)
                isAsking = true
                scheduleUpdate()
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
            pressed = nil
            form = ScreenForm(screen, random: dependencies.random)
        }
        scheduleUpdate()
    }

    public func dismiss() async {
        endScreen()
        isTakenAway = false
    }

    /// Records that the screens were dismissed from elsewhere: the current question is cancelled, and so are later ones until
    /// `dismiss`.
    package func wasTakenAway() {
        endScreen()
        isTakenAway = true
    }

    private func endScreen() {
        finish(ScreenAction(action: Screen.cancelled))
        form = nil
    }

    /// Submits the input if it is valid; otherwise the form shows the error.
    func press(_ action: String) {
        guard isAsking, let answer = form?.press(action, at: dependencies.now()) else { return }
        pressed = action
        finish(answer)
    }

    /// Ends the question when its time is over; the views update their countdowns themselves.
    private func scheduleUpdate() {
        ticker?.cancel()
        let now = dependencies.now()
        let isSoon = isAsking && form?.screen.isEndingSoon(at: now) == true
        // Views are drawn again only when it changes.
        if isEndingSoon != isSoon { isEndingSoon = isSoon }
        guard isAsking, let screen = form?.screen else { return }
        if screen.isExpired(at: now) { return finish(ScreenAction(action: Screen.expired)) }
        guard let next = screen.nextChange(after: now) else { return }
        let (wait, clock) = (next.timeIntervalSince(now), dependencies.clock)
        ticker = Task { [weak self] in
            guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
            self?.scheduleUpdate()
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
