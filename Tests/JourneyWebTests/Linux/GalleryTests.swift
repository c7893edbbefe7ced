import Foundation
import JourneyBase
import JourneyScreens
import Testing

@testable import JourneyWeb

@Suite(
    "Every element in a window", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct GalleryTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func dependencies() -> Dependencies {
        var dependencies = Dependencies.system
        let start = start
        dependencies.now = { start }
        return dependencies
    }

    /// Returns `true` when nothing is cut off at the side, which larger text and longer words would cause first.
    private func fits(_ presenter: WebPresenter) async -> Bool {
        await presenter.page.evaluate(
            """
            // The window may get its size seconds later, while other windows keep the thread busy.
            const page = document.documentElement;
            for (let i = 0; i < 1500 && page.scrollWidth > page.clientWidth; i++) {
                await new Promise((done) => setTimeout(done, 20));
            }
            return String(page.scrollWidth <= page.clientWidth);
            """)
            == "true"
    }

    @Test(
        "every screen fits the width in each language, at normal and double text size", arguments: Language.allCases,
        [1, 2])
    func languages(language: Language, scale: Double) async throws {
        let theme = try Theme(light: Theme.standard.light, dark: Theme.standard.dark, fontScale: scale)
        let presenter = try await WebPresenter.make(language: language, theme: theme, dependencies: dependencies())
        for screen in ScreenGallery.screens(in: language, now: start) {
            await presenter.show(screen)
            await presenter.waitUntilDrawn(screen)
            #expect(try await presenter.page.text(of: "h1") == screen.title)
            #expect(await fits(presenter), "\(screen.id)")
            let png = try await presenter.page.snapshot()
            #expect(png.count > 2_000)
            if let folder = ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] {
                let name = "\(screen.id)-\(language.tag)-\(Int(scale)).png"
                try Data(png).write(to: URL(filePath: folder).appending(path: name))
            }
        }
        await presenter.close()
    }

    @Test(
        "at 310 % text on 320 points, every screen fits the width in each language, and its title is no smaller than its text",
        arguments: Language.allCases)
    func largestText(language: Language) async throws {
        let presenter = try await WebPresenter.make(language: language, dependencies: dependencies())
        for screen in ScreenGallery.screens(in: language, now: start) {
            await show(screen, on: presenter, width: 320, textPercent: 310)
            #expect(await fits(presenter), "\(screen.id)")
            let sizes = try #require(await titleAndText(presenter))
            #expect(sizes.title >= sizes.text && sizes.text > 52, "\(screen.id)")
        }
        await presenter.close()
    }

    @Test(
        "a title is no smaller than text at any size and width", arguments: Language.allCases, [320, 390, 1_024])
    func titles(language: Language, width: Int) async throws {
        let presenter = try await WebPresenter.make(language: language, dependencies: dependencies())
        for percent in [100, 135, 160, 200, 235, 275, 310] {
            let screen = Screen(id: "s-\(percent)", title: "S", text: "T")
            await show(screen, on: presenter, width: width, textPercent: percent)
            let sizes = try #require(await titleAndText(presenter))
            #expect(sizes.title >= sizes.text, "\(percent)")
        }
        await presenter.close()
    }

    /// Shows `screen` in a window of this width.
    private func show(_ screen: Screen, on presenter: WebPresenter, width: Int, textPercent: Int) async {
        await presenter.setAppearance(width: width, height: 568, textPercent: textPercent, isDark: false)
        // A window takes a size from its second appearance on.
        for shown in [Screen(id: "between", title: "…"), screen] {
            await presenter.show(shown)
            await presenter.waitUntilDrawn(shown)
        }
        _ = await presenter.page.evaluate(
            """
            for (let i = 0; i < 1500 && innerWidth !== Number(width); i++) await new Promise((done) => setTimeout(done, 20));
            return "";
            """, arguments: ["width": .string("\(width)")])
    }

    /// Returns the sizes of the title and of text, in pixels.
    private func titleAndText(_ presenter: WebPresenter) async -> (title: Double, text: Double)? {
        let sizes = await presenter.page.evaluate(
            "return [document.querySelector('h1'), document.body].map((one) => parseFloat(getComputedStyle(one).fontSize)).join();"
        )
        let numbers = sizes?.split(separator: ",").compactMap { Double($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    @Test("errors are shown at their fields, typed text is kept, and a corrected answer is returned")
    func faults() async throws {
        let presenter = try await WebPresenter.make(dependencies: dependencies())
        let screen = try #require(ScreenGallery.screens(in: .english, now: start).first { $0.id == "sign-in" })
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        try await page.fill("#field-1", with: "geheim")
        try await page.press("button[value=sign-in]")
        #expect(try await page.text(of: "#fault-0") == "Fill in “Email address”.")
        try await page.fill("#field-0", with: "ada@example.com")
        try await page.fill("#field-1", with: "geheim")
        try await page.press("button[value=sign-in]")
        #expect(
            await asked.value
                == ScreenAction(
                    action: "sign-in",
                    values: [
                        "name": "ada@example.com", "password": .secret(Secret(copying: "geheim".utf8)), "device": "",
                    ]))
        await presenter.close()
    }

    @Test("consent returns the items as toggled")
    func consent() async throws {
        let presenter = try await WebPresenter.make(dependencies: dependencies())
        let screen = try #require(ScreenGallery.screens(in: .english, now: start).first { $0.id == "consent" })
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        try await page.press("input[value=portrait]")
        try await page.press("button[value=share]")
        #expect(try await page.text(of: "#fault-0") == "You need “Photo” to continue.")
        try await page.press("input[value=portrait]")
        try await page.press("input[value=level]")
        try await page.press("button[value=share]")
        #expect(await asked.value.chosen("items") == ["age_over_18", "portrait", "level"])
        await presenter.close()
    }

    @Test("a shuffled pad types its keys' digits into one PIN after the other, ignoring the keyboard")
    func shuffledPad() async throws {
        let presenter = try await WebPresenter.make(dependencies: dependencies())
        let screen = try #require(ScreenGallery.screens(in: .english, now: start).first { $0.id == "new-pin" })
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        let before = await page.evaluate("return [...document.querySelectorAll('.pad')].map((p) => p.hidden).join();")
        #expect(before == "false,true")
        for key in ["9", "clear", "4", "7", "1", "1", "delete", "1", "3"] {
            try await page.press("[data-pad=field-0] [data-key='\(key)']")
        }
        #expect(await page.evaluate("return document.querySelector('#field-0').value;") == "47113")
        #expect(await page.evaluate("return String(document.querySelector('#field-0').readOnly);") == "true")
        #expect(
            await page.evaluate("return [...document.querySelectorAll('.pad')].map((p) => p.hidden).join();")
                == "true,false")
        let typed = try await page.snapshot()
        if let folder = ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] {
            try Data(typed).write(to: URL(filePath: folder).appending(path: "new-pin-typed.png"))
        }
        for key in ["4", "7", "1", "1", "3"] { try await page.press("[data-pad=field-1] [data-key='\(key)']") }
        try await page.press("button[value=continue]")
        let pin = ScreenAction.Value.secret(Secret(copying: "47113".utf8))
        #expect(await asked.value == ScreenAction(action: "continue", values: ["new": pin, "repeat": pin]))
        #expect(await page.evaluate("return document.querySelector('#field-0').value;") == "")
        await presenter.close()
    }

    @Test("an updated screen changes in place: typed text stays, and progress advances")
    func update() async throws {
        let presenter = try await WebPresenter.make(dependencies: dependencies())
        var screen = Screen(
            id: "s", title: "S", body: [.progress(Screen.Progress("Sending", fraction: 0.1))],
            fields: [Screen.Field(id: "f", label: "F", kind: .text)], actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task { [screen] in await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        try await page.fill("#field-0", with: "kept")
        screen.body = [.progress(Screen.Progress("Sending", fraction: 0.7)), .text("More")]
        screen.inlineError = "Slow"
        await presenter.show(screen)
        #expect(try await page.text(of: "#body-1") == "More")
        #expect(try await page.text(of: "#error") == "Slow")
        #expect(try await page.text(of: "progress") == "70")
        try await page.press("button[value=go]")
        #expect(await asked.value == ScreenAction(action: "go", values: ["f": "kept"]))
        await presenter.close()
    }
}
