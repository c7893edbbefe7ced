import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "Screens in a window", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
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

    @Test("the pressed action is returned with the fields' values")
    func answer() async throws {
        let presenter = try await WebPresenter.make()
        let asked = Task { await presenter.ask(screen) }
        let page = await presenter.page
        try await page.fill("input[name=code]", with: "123456")
        try await page.fill("input[name=pin]", with: "<&\"'>")
        #expect(try await page.text(of: "h1") == "Enter <the> code")
        #expect(await page.windowTitle == "Enter <the> code")
        #expect(try await page.snapshot().count > 1_000)
        try await page.press("button[value=confirm]")
        #expect(
            await asked.value
                == ScreenAction(
                    action: "confirm", values: ["code": "123456", "pin": .secret(Secret(copying: "<&\"'>".utf8))]))
        await presenter.close()
    }

    @Test("a screen shown after an answered question stays in the window")
    func standing() async throws {
        let presenter = try await WebPresenter.make()
        let question = Screen(
            id: "pay", title: "Approve this payment", text: "Amount: GBP 1.00",
            actions: [Screen.Action(id: "go", label: "Pay GBP 1.00")], isPrivate: true)
        let asked = Task { await presenter.ask(question) }
        let page = await presenter.page
        try await page.press("button[value=go]")
        #expect(await asked.value.action == "go")
        var standing = question
        standing.actions = [Screen.Action(id: "cancel", label: "Cancel", role: .cancel)]
        let text = try await presenter.show(standing) { [standing] _ in
            await presenter.waitUntilDrawn(standing)
            return try await page.text(of: "body")
        }
        #expect(text.contains("Amount: GBP 1.00") && !text.contains("Pay GBP 1.00"))
        await presenter.close()
    }

    @Test("a cancelled, replaced or dismissed question ends without the person")
    func ended() async throws {
        let presenter = try await WebPresenter.make()
        let ended = ScreenAction(action: Screen.cancelled)
        let cancelled = Task { await presenter.ask(screen) }
        try await presenter.page.wait(for: "h1")
        cancelled.cancel()
        #expect(await cancelled.value == ended)
        let replaced = Task { await presenter.ask(screen) }
        try await presenter.page.wait(for: "button")
        while await !presenter.isAsking { await Task.yield() }
        await presenter.show(Screen(id: "busy", title: "Working", body: [.progress(Screen.Progress())]))
        #expect(await replaced.value == ended)
        let dismissed = Task { await presenter.ask(screen) }
        while await !presenter.isAsking { await Task.yield() }
        await presenter.dismiss()
        #expect(await dismissed.value == ended)
        await presenter.close()
        #expect(await presenter.ask(screen) == ended)
    }
}
