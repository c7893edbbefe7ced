package import JourneyBase

/// The time from a screen to its laid-out page, in one window, beside a page of given text in the same window.
@GTKActor
package final class ScreenMeasurement {
    private let engine: WebKitContainer
    private let ends: AsyncStream<Bool>
    private let dependencies = Dependencies.system
    private let style = ScreenStyle(.standard)

    /// Creates the window. Throws `DISPLAY_UNAVAILABLE`.
    package static func make() async throws(JourneyError) -> ScreenMeasurement {
        ScreenMeasurement(try await WebKitContainer.make(policy: SourcePolicy([]), title: "Measurement"))
    }

    private init(_ engine: WebKitContainer) {
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

    /// Draws `screen`: makes its page, loads it, and waits until it is laid out. Throws `PAGE_LOAD_FAILED`.
    package func draw(_ screen: Screen) async throws(JourneyError) {
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
        let height = await engine.evaluate("return String(document.body.getBoundingClientRect().height);")
        guard isLoaded, height != nil else {
            throw JourneyError(.pageLoadFailed, "The page could not be loaded for its measurement.")
        }
    }

    package func close() { engine.close() }
}
