import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyScreens

/// Questions on a terminal that draws in place.
struct TerminalPresenterTests {
    static let screen = Screen(
        id: "login", title: "Sign in", text: "Two lines\nof text", inlineError: "That was wrong",
        fields: [
            Screen.Field(id: "name", label: "Name", kind: .text),
            Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 4)),
            Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6)),
        ],
        actions: [
            Screen.Action(id: "go", label: "Go on"), Screen.Action(id: "cancel", label: "Cancel", role: .cancel),
            .back("Back"),
        ])

    private func ask(_ steps: [TestTerminal.Step], _ screen: Screen = screen) async -> (ScreenAction, TestTerminal) {
        let terminal = TestTerminal(steps)
        let answer = await TerminalPresenter(terminal: terminal).ask(screen)
        return (answer, terminal)
    }

    @Test("keys fill the fields, a full code moves on, and Enter submits")
    func wholeScreen() async {
        let (answer, terminal) = await ask([.keys("Ada Bé\u{7F}e\r"), .keys("4x711"), .keys("123456"), .keys("\r")])
        #expect(
            answer
                == ScreenAction(
                    action: "go",
                    values: ["name": "Ada Be", "pin": .secret(Secret(copying: "4711".utf8)), "code": "123456"]))
        #expect(!terminal.isReading)
        #expect(terminal.picture == "", "what was asked is gone once it is answered")
        #expect(!terminal.output.contains("4711"))
    }

    @Test("a shuffled pad accepts the terminal's digit keys and shows only dots")
    func shuffledPad() async {
        var screen = Self.screen
        screen.fields = [Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 4), pad: .shuffled)]
        let (answer, terminal) = await ask([.keys("47"), .keys("19\r")], screen)
        #expect(answer == ScreenAction(action: "go", values: ["pin": .secret(Secret(copying: "4719".utf8))]))
        #expect(terminal.output.contains("● ● ○ ○") && !terminal.output.contains("47"))
    }

    @Test("digits of Bengali and Arabic keyboards are accepted")
    func otherDigits() async {
        let (answer, _) = await ask([.keys("a\r৪৭১১"), .keys("١٢٣٤٥٦\r")])
        #expect(answer.text("code") == "123456")
        #expect(answer.secret("pin")?.hasSameBytes(as: Secret(copying: "4711".utf8)) == true)
    }

    @Test(
        "Escape goes back, Ctrl-C, Ctrl-D and the end of input leave",
        arguments: [
            ([TestTerminal.Step.keys("\u{1B}"), .silence], Screen.back), ([.keys("\u{3}")], Screen.cancelled),
            ([.keys("\u{4}")], Screen.cancelled), ([], Screen.cancelled), ([.keys("Ada")], Screen.cancelled),
        ])
    func leaving(steps: [TestTerminal.Step], action: String) async {
        let (answer, terminal) = await ask(steps)
        #expect(answer == ScreenAction(action: action))
        #expect(!terminal.isReading && terminal.picture == "")
    }

    @Test("Escape cancels without a Back action, and leaves without a Cancel action")
    func escapeWithoutBack() async {
        var screen = Self.screen
        screen.actions.removeLast()
        #expect(await ask([.keys("\u{1B}"), .silence], screen).0 == ScreenAction(action: "cancel"))
        screen.actions.removeLast()
        #expect(await ask([.keys("\u{1B}"), .silence], screen).0 == ScreenAction(action: Screen.cancelled))
    }

    @Test("submitting an invalid field shows its error and moves the focus there")
    func faults() async {
        let (answer, terminal) = await ask([
            .keys("Ada\r12\t123456\r"), .run {}, .keys("34"), .keys("\t\r"),
        ])
        #expect(answer.action == "go")
        #expect(terminal.pictures.contains { $0.contains("✗ Enter all 4 digits.") && $0.contains("› ● ● ○ ○") })
    }

    @Test("a cancelled task, another screen and dismissing end the question", arguments: [0, 1, 2])
    func ended(how: Int) async {
        let terminal = TestTerminal([.wait, .keys("\r")])
        let presenter = TerminalPresenter(terminal: terminal)
        let screen = Screen(id: "s", title: "S", actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task { await presenter.ask(screen) }
        while terminal.pictures.isEmpty { await Task.yield() }
        switch how {
        case 0: asked.cancel()
        case 1: await presenter.show(Screen(id: "other", title: "Other"))
        default: await presenter.dismiss()
        }
        #expect(await asked.value == ScreenAction(action: Screen.cancelled))
        #expect(terminal.picture == (how == 1 ? "Other" : ""))
    }

    @Test("an updated screen of the same ID is redrawn in place and keeps the typed text")
    func update() async {
        let screen = Mutex(Self.screen)
        let terminal = TestTerminal([.keys("Ada"), .wait, .keys("\r4711"), .keys("123456\r")])
        let presenter = TerminalPresenter(terminal: terminal)
        let asked = Task { await presenter.ask(Self.screen) }
        while terminal.pictures.count < 4 { await Task.yield() }
        screen.withLock { $0.inlineError = "Another fault" }
        await presenter.show(screen.withLock { $0 })
        #expect(await asked.value.text("name") == "Ada")
        #expect(terminal.pictures.contains { $0.contains("✗ Another fault") && $0.contains("Ada▏") })
        #expect(terminal.pictures.allSatisfy { $0.components(of: "Sign in") == 1 })
    }

    @Test("a countdown is drawn each second and ends the question")
    func countdown() async {
        let clock = ManualClock()
        let start = Dependencies.fixed().now()
        let dependencies = Dependencies(
            now: { start.addingTimeInterval(clock.now.offset / .seconds(1)) }, clock: clock, random: { _ in [] })
        let terminal = TestTerminal(Array(repeating: .wait, count: 10))
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown("Ends in", ends: start.addingTimeInterval(2.5)))],
            actions: [
                Screen.Action(id: "again", label: "Again", role: .resend, availableFrom: start.addingTimeInterval(1))
            ])
        let asked = Task {
            await TerminalPresenter(terminal: terminal, dependencies: dependencies).ask(screen)
        }
        for (nap, step) in [0.5, 0.5, 0.5, 1].enumerated() {
            await clock.waitForNaps(nap + 1)
            clock.advance(by: .seconds(step))
        }
        #expect(await asked.value == ScreenAction(action: Screen.expired))
        let clocks = terminal.pictures.compactMap { picture in ["0:03", "0:02", "0:01"].first { picture.contains($0) } }
        #expect(clocks.first == "0:03" && clocks.contains("0:02") && clocks.contains("0:01"))
        #expect(terminal.pictures[0].contains("Send code again in 1 second"))
        #expect(terminal.pictures.last?.contains("[ Again ]") == true)
    }

    @Test("the bell rings once, half a minute before a question ends", arguments: [32, 30])
    func bell(seconds: Double) async {
        let clock = ManualClock()
        let start = Dependencies.fixed().now()
        let dependencies = Dependencies(
            now: { start.addingTimeInterval(clock.now.offset / .seconds(1)) }, clock: clock, random: { _ in [] })
        let terminal = TestTerminal(Array(repeating: .wait, count: 99))
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown(ends: start.addingTimeInterval(seconds)))],
            actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task {
            await TerminalPresenter(terminal: terminal, dependencies: dependencies).ask(screen)
        }
        for second in 1...Int(seconds) {
            await clock.waitForNaps(second)
            clock.advance(by: .seconds(1))
        }
        #expect(await asked.value.action == Screen.expired)
        // A question that begins with half a minute shows it.
        #expect(terminal.output.components(of: "\u{7}") == (seconds > 30 ? 1 : 0))
    }

    @Test("progress without a question is drawn in place")
    func progress() async {
        let terminal = TestTerminal([])
        let presenter = TerminalPresenter(terminal: terminal)
        for fraction in [0, 0.5, 1] {
            await presenter.show(
                Screen(id: "p", title: "Paying", body: [.progress(Screen.Progress(fraction: fraction))]))
        }
        #expect(terminal.picture.hasPrefix("Paying\n\nPlease wait\n████") && terminal.picture.hasSuffix("100%"))
        await presenter.dismiss()
        #expect(terminal.picture == "")
    }

    @Test("a screen shown after an answered question stays until it is dismissed", arguments: [true, false])
    func standing(isLive: Bool) async {
        var screen = Screen(
            id: "pay", title: "Approve this payment", text: "Amount: GBP 1.00",
            actions: [Screen.Action(id: "go", label: "Pay GBP 1.00")])
        let terminal = TestTerminal([isLive ? .keys("\r") : .line("1")], isLive: isLive)
        let presenter = TerminalPresenter(terminal: terminal)
        #expect(await presenter.ask(screen).action == "go")
        screen.actions = []
        screen.body.append(.progress(Screen.Progress("Look at the sensor")))
        await presenter.show(screen)
        let seen = isLive ? terminal.picture : terminal.output
        #expect(seen.contains("Amount: GBP 1.00") && seen.contains("Look at the sensor"))
        await presenter.dismiss()
        if isLive { #expect(terminal.picture == "") }
    }

    @Test("a narrower window is redrawn at its new width")
    func resize() async {
        let terminal = TestTerminal([.size(30, 24), .keys("\u{3}")])
        _ = await TerminalPresenter(terminal: terminal).ask(Self.screen)
        #expect(terminal.pictures.count == 2)
        #expect(terminal.pictures[1].split(separator: "\n").allSatisfy { TextWidth.of($0) < 30 })
        #expect(terminal.pictures[1].components(of: "Sign in") == 1)
    }

    @Test("colours and escape sequences are used where the terminal supports them")
    func style() async {
        let plain = TestTerminal([])
        let styled = TestTerminal([], colours: .sixteen)
        await TerminalPresenter(terminal: plain).show(Self.screen)
        await TerminalPresenter(terminal: styled).show(Self.screen)
        #expect(!plain.output.contains("m") || !plain.output.contains("\u{1B}[1m"))
        #expect(styled.output.contains("\u{1B}[1mSign in\u{1B}[0m"))
    }

    @Test("two concurrent questions are asked one after the other")
    func oneAtATime() async {
        let terminal = TestTerminal([.keys("\r"), .keys("\r")])
        let presenter = TerminalPresenter(terminal: terminal)
        let one = Screen(id: "one", title: "One", actions: [Screen.Action(id: "go", label: "Go")])
        let two = Screen(id: "two", title: "Two", actions: [Screen.Action(id: "go", label: "Go")])
        async let first = presenter.ask(one)
        async let second = presenter.ask(two)
        #expect(await [first.action, second.action] == ["go", "go"])
        #expect(terminal.pictures.allSatisfy { $0.contains("One") != $0.contains("Two") })
    }
}

extension String {
    func components(of part: String) -> Int { ranges(of: part).count }
}
