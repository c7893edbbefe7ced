import JourneyBase
import Testing

@testable import JourneyWeb

/// A window of the engine that shows a page of this package's own text, with its script.
struct OwnPage: Sendable {
    private let engine: WebKitContainer
    private let ends: AsyncStream<JourneyError?>

    /// Opens the page and waits until it has loaded and has the width.
    static func open(_ html: String, width: Int, height: Int, isDark: Bool) async throws -> OwnPage {
        let engine = try await WebKitContainer.make(policy: SourcePolicy([]))
        let (ends, ended) = AsyncStream<JourneyError?>.makeStream()
        await start(engine, ended)
        let page = OwnPage(engine: engine, ends: ends)
        try await page.load("<!doctype html><title>first</title>")
        var found: String?
        // A window takes a size from its second appearance on, and on a busy machine not always from the first time it is asked.
        for _ in 0..<6 where found != "\(width)" {
            if found != nil { await engine.setVisible(false) }
            await engine.setAppearance(width: width, height: height, textPercent: 100, isDark: isDark)
            await engine.setVisible(true)
            try await page.load(html)
            found = await page.evaluate(
                """
                for (let i = 0; i < 100 && innerWidth !== \(width); i++) await new Promise((done) => setTimeout(done, 20));
                return String(innerWidth);
                """)
        }
        #expect(found == "\(width)", "the window's width")
        return page
    }

    private func load(_ html: String) async throws {
        await engine.loadOwnPage(html)
        for await failure in ends {
            if let failure { throw failure }
            return
        }
    }

    @GTKActor private static func start(_ engine: WebKitContainer, _ ended: AsyncStream<JourneyError?>.Continuation) {
        engine.showsOwnPages = true
        engine.start { event, _ in
            switch event {
            case .loaded: ended.yield(nil)
            case .loadFailed(let error): ended.yield(error)
            case .processLost: ended.yield(JourneyError(.pageLoadFailed, "The web process of the page ended."))
            default: break
            }
        }
    }

    /// Runs a function's body in the page's own world and returns its text.
    func evaluate(_ script: String) async -> String? { await engine.evaluate(script) }

    func picture(isWhole: Bool) async throws -> [UInt8] { try await engine.snapshot(isWhole: isWhole) }

    func close() async { await engine.close() }
}
