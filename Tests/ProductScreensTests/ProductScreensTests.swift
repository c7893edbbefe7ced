import Foundation
import JourneyBase
import JourneyScreensTool
import JourneyWeb
import Testing

@Suite(
    "Product screens in a window",
    .enabled("needs a display: run under xvfb-run -a") { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct ProductScreensTests {
    @Test(
        "every screen fits the width and has its language's direction, at normal and double text size",
        arguments: Language.allCases, [1, 2])
    func languages(language: Language, scale: Double) async throws {
        let theme = try Theme(light: Theme.standard.light, dark: Theme.standard.dark, fontScale: scale)
        // The sandboxes' clocks are stopped.
        var dependencies = Dependencies.system
        let catalog = try await ScreenCatalog(in: language)
        let now = catalog.now
        dependencies.now = { now }
        let presenter = try await WebPresenter.make(language: language, theme: theme, dependencies: dependencies)
        let screens = catalog.entries.map(\.screen)
        #expect(screens.count > 30)
        for (index, screen) in screens.enumerated() {
            await presenter.show(screen)
            await presenter.waitUntilDrawn(screen)
            let page = await presenter.page
            #expect(try await page.text(of: "h1") == screen.title)
            let fits = await page.evaluate(
                """
                // The window may get its size seconds later, if other windows keep the thread busy.
                const page = document.documentElement;
                for (let i = 0; i < 1500 && page.scrollWidth > page.clientWidth; i++) {
                    await new Promise((done) => setTimeout(done, 20));
                }
                return String(page.scrollWidth <= page.clientWidth);
                """)
            #expect(fits == "true", "\(screen.id)")
            #expect(await turned(page, language) == [], "\(screen.id)")
            if let folder = ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] {
                let name = "\(index < 10 ? "0" : "")\(index)-\(screen.id)-\(language.tag)-\(Int(scale)).png"
                try Data(try await page.snapshot()).write(to: URL(filePath: folder).appending(path: name))
            }
        }
        await presenter.close()
    }

    /// Returns the sentences that the engine aligns at the wrong side: a flow's text must not start with a character that
    /// changes the line's direction. Text that is entirely in another language, such as the wallet service's, keeps its own.
    private func turned(_ page: WebKitContainer, _ language: Language) async -> [String] {
        let direction = language.isRightToLeft ? "rtl" : "ltr"
        let found = await page.evaluate(
            """
            const own = direction === "rtl" ? /\\p{Script=Arabic}/u : /\\p{Script=Latin}|\\p{Script=Bengali}/u;
            return JSON.stringify([...document.querySelectorAll("p[dir=auto], span[dir=auto], label[dir=auto], legend, h1")]
                .filter((part) => own.test(part.textContent) && getComputedStyle(part).direction !== direction)
                .map((part) => part.textContent));
            """, arguments: ["direction": .string(direction)])
        return found.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? ["nothing found"]
    }
}
