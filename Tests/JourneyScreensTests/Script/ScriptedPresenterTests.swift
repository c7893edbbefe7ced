import JourneyBase
import JourneyScreens
import Testing

struct ScriptedPresenterTests {
    let screen = Screen(
        id: "amount", title: "Amount", fields: [Screen.Field(id: "sum", label: "Sum", kind: .text)],
        actions: [
            Screen.Action(id: "next", label: "Next"), Screen.Action(id: "cancel", label: "Cancel", role: .cancel),
        ])

    @Test("answers come by screen, in order, each once")
    func answers() async {
        let first = ScreenAction(action: "next", values: ["sum": "10"])
        let presenter = ScriptedPresenter(["amount": [first, ScreenAction(action: "cancel")], "other": [first]])
        #expect(await presenter.ask(screen) == first)
        #expect(presenter.isShowing)
        #expect(await presenter.ask(screen) == ScreenAction(action: "cancel"))
        await presenter.dismiss()
        #expect(!presenter.isShowing && presenter.faults.isEmpty)
        #expect(presenter.shown.map(\.id) == ["amount", "amount"])
        #expect(presenter.unused == ["other"])
        #expect(await presenter.ask(screen) == ScreenAction(action: Screen.back))
        #expect(presenter.faults == ["The screen amount was not expected."])
    }

    @Test(
        "an answer that the screen does not offer goes back and is a fault",
        arguments: [
            ScreenAction(action: "Next"), ScreenAction(action: ""), ScreenAction(action: "next", values: ["Sum": "1"]),
        ])
    func strangers(answer: ScreenAction) async {
        let presenter = ScriptedPresenter(["amount": [answer]])
        #expect(await presenter.ask(screen) == ScreenAction(action: Screen.back))
        #expect(presenter.faults.count == 1)
    }

    @Test("going back needs no action of that name, and a cancelled task goes back")
    func back() async {
        let presenter = ScriptedPresenter([
            "amount": [ScreenAction(action: Screen.back), ScreenAction(action: "next")]
        ])
        #expect(await presenter.ask(screen).action == Screen.back)
        let cancelled = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await presenter.ask(screen)
        }.value
        #expect(cancelled == ScreenAction(action: Screen.back))
        #expect(presenter.faults.isEmpty)
    }

    @Test("what is only shown is kept too")
    func shown() async {
        let presenter = ScriptedPresenter()
        await presenter.show(Screen(id: "busy", title: "Paying", isBusy: true))
        #expect(presenter.shown.map(\.id) == ["busy"] && presenter.isShowing)
    }
}
