package import JourneyBase

/// The time from a screen to its laid-out page: one after the other in a presenter's window, and beside it pages that are loaded whole
/// in a window of their own.
@GTKActor
package final class ScreenMeasurement {
    private let presenter: WebPresenter
    private let engine: WebKitContainer
    private let ends: AsyncStream<Bool>
    private let dependencies = Dependencies.system
    private let style = ScreenStyle(.standard)
    private var drawings = 0

    /// Creates the windows. Throws `DISPLAY_UNAVAILABLE`.
    package static func make() async throws(JourneyError) -> ScreenMeasurement {
        let engine = try await WebKitContainer.make(policy: SourcePolicy([]), title: "Measurement")
        return ScreenMeasurement(try await WebPresenter.make(), engine)
    }

    private init(_ presenter: WebPresenter, _ engine: WebKitContainer) {
        self.presenter = presenter
        self.engine = engine
        let (ends, ended) = AsyncStream<Bool>.makeStream()
        self.ends = ends
        engine.showsOwnPages = true
        engine.start { event, _ in
            switch event {
            case .loaded: ended.yield(true)
            case .loadFailed, .processLost, .closedByPerson: ended.yield(false)
            default: break
            }
        }
    }

    /// Draws `screen` after another one in the presenter's window, and waits until it is laid out. Throws `PAGE_LOAD_FAILED`.
    package func draw(_ screen: Screen) async throws(JourneyError) {
        drawings += 1
        var screen = screen
        // A shown screen of the same id would be updated, which is less work.
        screen.id += "-\(drawings % 2)"
        await presenter.show(screen)
        await presenter.waitUntilDrawn(screen)
        try await measure(presenter.page, isLoaded: true)
    }

    /// Draws `screen` as the first one of a window: makes its page, loads it, and waits until it is laid out. Throws
    /// `PAGE_LOAD_FAILED`.
    package func drawFirst(_ screen: Screen) async throws(JourneyError) {
        try await draw(html: ScreenPage(screen, style: style, now: dependencies.now()).html())
    }

    /// Loads a page and waits until it is laid out. Throws `PAGE_LOAD_FAILED`.
    package func draw(html: String) async throws(JourneyError) {
        engine.loadOwnPage(html)
        var isLoaded = false
        for await isGood in ends {
            isLoaded = isGood
            break
        }
        try await measure(engine, isLoaded: isLoaded)
    }

    /// Has the engine lay out the page.
    private func measure(_ page: WebKitContainer, isLoaded: Bool) async throws(JourneyError) {
        let height = await page.evaluate("return String(document.body.getBoundingClientRect().height);")
        guard isLoaded, height != nil else {
            throw JourneyError(.pageLoadFailed, "The page could not be loaded for its measurement.")
        }
    }

    package func close() async {
        await presenter.close()
        engine.close()
    }
}
