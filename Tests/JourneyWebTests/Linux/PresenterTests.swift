import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "Screens in a window", .enabled(Stage.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(2)))
struct PresenterTests {
    private let screen = Screen(
        id: "otp", title: "Enter <the> code", text: "Sent to •••• 21", inlineError: "That was wrong.",
        fields: [
            Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6)),
            Screen.Field(id: "pin", label: "PIN", kind: .secret),
        ],
        actions: [
            Screen.Action(id: "confirm", label: "Confirm"), Screen.Action(id: "cancel", label: "Cancel", role: .cancel),
        ])

    @Test("what is pressed comes back with what stands in the fields")
    func answer() async throws {
        let presenter = try await WebPresenter.make()
        let asked = Task { await presenter.ask(screen) }
        let page = await presenter.page
        try await page.fill("input[name=code]", with: "123456")
        try await page.fill("input[name=pin]", with: "<&\"'>")
        #expect(try await page.text(of: "h1") == "Enter <the> code")
        #expect(try await page.snapshot().count > 1_000)
        try await page.press("button[value=confirm]")
        #expect(await asked.value == ScreenAction(action: "confirm", values: ["code": "123456", "pin": "<&\"'>"]))
        await presenter.close()
    }

    @Test("a cancelled question, one that is replaced and one that is dismissed are answered with back")
    func back() async throws {
        let presenter = try await WebPresenter.make()
        let back = ScreenAction(action: Screen.back)
        let cancelled = Task { await presenter.ask(screen) }
        try await presenter.page.wait(for: "h1")
        cancelled.cancel()
        #expect(await cancelled.value == back)
        let replaced = Task { await presenter.ask(screen) }
        try await presenter.page.wait(for: "button")
        while await !presenter.isAsking { await Task.yield() }
        await presenter.show(Screen(id: "busy", title: "Working", isBusy: true))
        #expect(await replaced.value == back)
        let dismissed = Task { await presenter.ask(screen) }
        while await !presenter.isAsking { await Task.yield() }
        await presenter.dismiss()
        #expect(await dismissed.value == back)
        await presenter.close()
        #expect(await presenter.ask(screen) == back)
    }
}

@Suite("Screen page")
struct ScreenPageTests {
    @Test("everything is escaped", arguments: ["<script>x</script>", "\" onclick=\"x", "a'b", "&amp;", "\u{0}\u{1}x"])
    func escaped(text: String) {
        let screen = Screen(
            id: text, title: text, text: text, inlineError: text,
            fields: [Screen.Field(id: text, label: text, kind: .text)], actions: [Screen.Action(id: text, label: text)])
        let html = ScreenPage.html(for: screen)
        #expect(!html.contains("<script") && !html.contains("onclick=\"x"))
        #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(text.contains("&amp;") ? html.contains("&amp;amp;") : true)
    }

    @Test("the page allows nothing but its own style")
    func contentPolicy() {
        let html = ScreenPage.html(for: Screen(id: "a", title: "A"))
        #expect(html.contains("default-src 'none'; style-src 'sha256-"))
        #expect(!html.contains("unsafe-inline"))
    }

    @Test("fields have labels, faults are announced, work is announced")
    func accessible() {
        let html = ScreenPage.html(
            for: Screen(
                id: "a", title: "A", inlineError: "Wrong.",
                fields: [Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6))], isBusy: true))
        for part in [
            "<label for=\"field-0\">Code</label>", "id=\"field-0\"", "role=\"alert\"", "aria-invalid=\"true\"",
            "aria-busy=\"true\"", "role=\"status\"", "lang=\"en\"", "autocomplete=\"one-time-code\"", "maxlength=\"6\"",
        ] { #expect(html.contains(part)) }
    }

    @Test(
        "an answer that the screen does not offer is none",
        arguments: [
            "{}", "{\"action\":\"other\"}", "{\"action\":1}", "[", "{\"action\":\"go\"}",
            "{\"action\":\"other\",\"drawing\":\"1\"}", "{\"action\":\"go\",\"action\":\"go\"}",
        ])
    func refusedAnswer(text: String) {
        let screen = Screen(id: "a", title: "A", actions: [Screen.Action(id: "go", label: "Go")])
        #expect(ScreenAnswer.read(Array(text.utf8), of: screen, drawing: 1) == nil)
        #expect(
            ScreenAnswer.read(
                Array("{\"action\":\"go\",\"drawing\":\"1\",\"values\":{\"x\":\"1\"}}".utf8), of: screen, drawing: 1)
                == ScreenAction(action: "go"))
    }

    @Test(
        "a second press on one question does not answer the next, which offers the same",
        arguments: [("\"1\"", false), ("\"2\"", true), ("2", false), ("\"02\"", false), ("null", false)])
    func staleAnswer(drawing: String, isTaken: Bool) {
        let screen = Screen(id: "a", title: "A", actions: [Screen.Action(id: "go", label: "Go")])
        let bytes = Array("{\"action\":\"go\",\"drawing\":\(drawing)}".utf8)
        #expect((ScreenAnswer.read(bytes, of: screen, drawing: 2) != nil) == isTaken)
        #expect(ScreenPage.html(for: screen, drawing: 2).contains("data-drawing=\"2\""))
    }
}
