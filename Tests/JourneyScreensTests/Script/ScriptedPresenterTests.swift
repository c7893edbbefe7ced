import JourneyBase
import JourneyScreens
import Testing

struct ScriptedPresenterTests {
    let screen = Screen(
        id: "amount", title: "Amount",
        fields: [
            Screen.Field(id: "sum", label: "Sum", kind: .text),
            Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 4)),
        ],
        actions: [
            Screen.Action(id: "next", label: "Next"), Screen.Action(id: "cancel", label: "Cancel", role: .cancel),
        ])
    let answer = ScreenAction(
        action: "next", values: ["sum": "10", "pin": .secret(Secret(copying: "4711".utf8))])

    @Test("answers are given by screen, in order, each once")
    func answers() async {
        let presenter = ScriptedPresenter(["amount": [answer, ScreenAction(action: "cancel")], "other": [answer]])
        #expect(await presenter.ask(screen) == answer)
        #expect(presenter.isShowing)
        #expect(await presenter.ask(screen) == ScreenAction(action: "cancel"))
        await presenter.dismiss()
        #expect(!presenter.isShowing && presenter.faults.isEmpty)
        #expect(presenter.shown.map(\.id) == ["amount", "amount"])
        #expect(presenter.unused == ["other"])
        #expect(await presenter.ask(screen) == ScreenAction(action: Screen.cancelled))
        #expect(
            presenter.faults == [
                "The screen “amount” was not expected. It offers the actions “next”, “cancel” and the fields “sum”"
                    + " (a text), “pin” (a secret of 4 digits)."
            ])
    }

    @Test(
        "an answer that does not fit cancels, and the fault names what the screen needs",
        arguments: [
            (ScreenAction(action: "Next"), "offers no action “Next”."),
            (ScreenAction(action: ""), "offers no action “”."),
            (ScreenAction(action: Screen.back), "offers no action “back”."),
            (ScreenAction(action: "next", values: ["Sum": "1"]), "has no field “Sum”."),
            (ScreenAction(action: "next"), "needs an answer in “sum”, a text."),
            (
                ScreenAction(action: "next", values: ["sum": "1", "pin": "4711"]),
                "needs a secret of 4 digits in “pin”."
            ),
            (
                ScreenAction(action: "next", values: ["sum": "1", "pin": .secret(Secret(copying: "471".utf8))]),
                "needs exactly 4 ASCII digits in “pin”."
            ),
            (ScreenAction(action: Screen.expired), "has no countdown that has ended."),
        ])
    func strangers(answer: ScreenAction, sentence: String) async {
        let presenter = ScriptedPresenter(["amount": [answer]])
        #expect(await presenter.ask(screen) == ScreenAction(action: Screen.cancelled))
        #expect(presenter.faults.count == 1)
        #expect(presenter.faults.first?.hasPrefix("The screen “amount” \(sentence)") == true)
        #expect(presenter.faults.first?.contains("4711") == false)
    }

    @Test("a cancelled task cancels the question without a fault")
    func cancelled() async {
        let presenter = ScriptedPresenter(["amount": [answer]])
        let cancelled = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await presenter.ask(screen)
        }.value
        #expect(cancelled == ScreenAction(action: Screen.cancelled))
        #expect(presenter.faults.isEmpty && presenter.unused == ["amount"])
    }

    @Test("an invalid screen is a fault")
    func complaints() async {
        let presenter = ScriptedPresenter()
        await presenter.show(
            Screen(
                id: "s", title: "", fields: [screen.fields[1], screen.fields[1]],
                actions: [Screen.Action(id: "back", label: "Back")]))
        #expect(
            presenter.faults == [
                "The screen “s” is invalid: The field pin occurs twice.",
                "The screen “s” is invalid: The screen has no title.",
                "The screen “s” is invalid: The action back has the role primary; role and id back require each other.",
            ])
    }

    @Test("a script can wait for an updated screen, inspect it, and decide")
    func updates() async {
        let presenter = ScriptedPresenter([
            "amount": [
                .waitForUpdate,
                .decide { screen in
                    ScreenAction(action: screen.inlineError == "New" ? "cancel" : "next")
                },
            ]
        ])
        async let given = presenter.ask(screen)
        while !presenter.isShowing { await Task.yield() }
        await presenter.show(screen.with(error: "New"))
        #expect(await given == ScreenAction(action: "cancel"))
    }

    @Test(
        "consecutive updates are each counted, including one right after the screen",
        .timeLimit(.minutes(10)))
    func manyUpdates() async {
        // Repeat until one falls between two steps of the waiting task.
        for _ in 1...200 {
            let presenter = ScriptedPresenter([
                "amount": [.waitForUpdate, .waitForUpdate, .answer(ScreenAction(action: "cancel"))]
            ])
            async let given = presenter.ask(screen)
            while !presenter.isShowing { await Task.yield() }
            for error in ["One", "Two"] { await presenter.show(screen.with(error: error)) }
            #expect(await given == ScreenAction(action: "cancel"))
        }
    }

    @Test("an unanswered question ends when it is cancelled, dismissed or replaced", arguments: [0, 1, 2])
    func never(how: Int) async {
        let presenter = ScriptedPresenter(["amount": [.never]])
        let asked = Task { await presenter.ask(screen) }
        while !presenter.isShowing { await Task.yield() }
        switch how {
        case 0: asked.cancel()
        case 1: await presenter.dismiss()
        default: await presenter.show(Screen(id: "other", title: "Other"))
        }
        #expect(await asked.value == ScreenAction(action: Screen.cancelled))
    }
}
