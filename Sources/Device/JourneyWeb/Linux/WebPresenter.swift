internal import CWebKitGTK
public import JourneyBase

/// Shows screens as pages in a window of their own.
///
/// The pages are this package's, without script and without network; a script world of its own listens to their form.
@GTKActor
public final class WebPresenter: Presenter {
    static let world = "journey-screen"
    static let handler = "journeyScreen"

    private let engine: WebKitContainer
    private var shown: Screen?
    private var asked: (number: Int, continuation: CheckedContinuation<ScreenAction, Never>)?
    private var count = 0
    /// The number of the page that was drawn last; only its answers count.
    private var drawing = 0
    /// Whether the page of `shown` is still on its way, and who waits for it.
    private var isLoading = false
    private var onlookers: [CheckedContinuation<Void, Never>] = []

    /// A presenter with its window, which stays hidden until something is shown.
    /// Throws `DISPLAY_UNAVAILABLE` when there is no display.
    public static func make(title: String = "Confirm") async throws(JourneyError) -> WebPresenter {
        WebPresenter(engine: try await WebKitContainer.make(policy: SourcePolicy([]), title: title))
    }

    private init(engine: WebKitContainer) {
        self.engine = engine
        engine.prepareForScreens { [weak self] bytes in self?.answered(bytes) }
        engine.start { [weak self] event, _ in
            GTKActor.assumeIsolated { self?.heard(event) }
        }
        engine.setVisible(false)
    }

    /// Asks, and gives what is pressed; `Screen.back` for a question that is cancelled, replaced, or closed away.
    public func ask(_ screen: Screen) async -> ScreenAction {
        guard !engine.isClosed else { return ScreenAction(action: Screen.back) }
        count += 1
        let number = count
        finish(ScreenAction(action: Screen.back))
        draw(screen)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || engine.isClosed {
                    continuation.resume(returning: ScreenAction(action: Screen.back))
                } else {
                    asked = (number, continuation)
                }
            }
        } onCancel: {
            Task { @GTKActor in
                if self.asked?.number == number { self.finish(ScreenAction(action: Screen.back)) }
            }
        }
    }

    public func show(_ screen: Screen) async {
        finish(ScreenAction(action: Screen.back))
        draw(screen)
    }

    public func dismiss() async {
        finish(ScreenAction(action: Screen.back))
        shown = nil
        engine.setVisible(false)
    }

    /// Closes the window for good.
    public func close() async {
        await dismiss()
        engine.close()
        tellOnlookers()
    }

    /// Waits until the page of `screen` stands in the window, for whoever pictures or presses it. Returns at once when
    /// the window is closed.
    public func waitUntilDrawn(_ screen: Screen) async {
        while !engine.isClosed, shown != screen || isLoading {
            await withCheckedContinuation { onlookers.append($0) }
        }
    }

    private func tellOnlookers() {
        let told = onlookers
        onlookers = []
        for onlooker in told { onlooker.resume() }
    }

    /// The window's page, for a demo's pictures and scripted persons.
    public var page: WebKitContainer { engine }

    /// Whether somebody waits for an answer.
    var isAsking: Bool { asked != nil }

    private func draw(_ screen: Screen) {
        shown = screen
        isLoading = true
        engine.setVisible(true)
        drawing += 1
        engine.loadOwnPage(ScreenPage.html(for: screen, drawing: drawing))
    }

    private func answered(_ bytes: [UInt8]) {
        guard let shown, let action = ScreenAnswer.read(bytes, of: shown, drawing: drawing) else { return }
        finish(action)
    }

    private func heard(_ event: WebEvent) {
        switch event {
        case .closedByPerson: finish(ScreenAction(action: Screen.back))
        case .loaded, .loadFailed:
            isLoading = false
            tellOnlookers()
        case .processLost: if let shown { draw(shown) }
        case .message(let message): message.reply("")
        default: break
        }
    }

    private func finish(_ action: ScreenAction) {
        asked?.continuation.resume(returning: action)
        asked = nil
    }
}
