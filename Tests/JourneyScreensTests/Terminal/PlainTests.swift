import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import JourneyScreens

/// Questions in plain lines, as when input is not a terminal.
struct PlainTests {
    private func ask(
        _ lines: [String], _ screen: Screen = TerminalPresenterTests.screen, language: Language = .english
    ) async -> (ScreenAction, TestTerminal) {
        let terminal = TestTerminal(lines.map { .line($0) }, isLive: false, columns: 73)
        return (await TerminalPresenter(terminal: terminal, language: language).ask(screen), terminal)
    }

    @Test("title, error, text, fields and numbered actions are written, and the typed answer is returned")
    func wholeScreen() async {
        let (answer, terminal) = await ask([
            " Ada ", "47", "47111", "471x", "4711", "12345", "12345a", "123 456", "0", "3", "+1", "x", "1",
        ])
        #expect(
            answer
                == ScreenAction(
                    action: "go",
                    values: ["name": "Ada", "pin": .secret(Secret(copying: "4711".utf8)), "code": "123456"]))
        #expect(
            terminal.output == """

                Sign in
                ✗ That was wrong
                Two lines
                of text
                Name: PIN (4 digits, not shown): Enter all 4 digits.
                PIN (4 digits, not shown): Enter all 4 digits.
                PIN (4 digits, not shown): Enter all 4 digits.
                PIN (4 digits, not shown): Code (6 digits): Enter all 6 digits.
                Code (6 digits): Enter all 6 digits.
                Code (6 digits):   1  Go on
                  2  Cancel
                  b  Back
                > Type the number of an action, or b to go back.
                > Type the number of an action, or b to go back.
                > Type the number of an action, or b to go back.
                > Type the number of an action, or b to go back.
                >\u{20}
                """)
        #expect(terminal.secrets == 4 && !terminal.output.contains("4711"))
    }

    @Test(
        "b goes back from a field, a secret and the actions; the end of input leaves",
        arguments: [
            (["b"], Screen.back), (["Ada", "b"], Screen.back), (["Ada", "4711", "123456", "b"], Screen.back),
            ([], Screen.cancelled), (["Ada"], Screen.cancelled), (["Ada", "4711", "123456", "9"], Screen.cancelled),
        ])
    func back(lines: [String], action: String) async { #expect(await ask(lines).0 == ScreenAction(action: action)) }

    @Test("an empty line skips a field, and submitting asks for missing fields again")
    func skipping() async {
        #expect(await ask(["", "", "", "2"]).0 == ScreenAction(action: "cancel"))
        let (answer, terminal) = await ask(["", "4711", "123456", "1", "Ada", "", "", "1"])
        #expect(answer.text("name") == "Ada" && answer.secret("pin")?.count == 4)
        #expect(terminal.output.contains("Fill in “Name”."))
    }

    @Test("choices and consent are numbered, in the language's digits, and take digits of any script")
    func options() async {
        let screens = ScreenGallery.screens(in: .bengali, now: Date())
        func screen(_ id: String) -> Screen { screens.first { $0.id == id } ?? Screen(id: "none", title: "none") }
        let (one, terminal) = await ask(["9", "2", "1"], screen("account"), language: .bengali)
        #expect(one == ScreenAction(action: "continue", values: ["choice": .chosen(["savings"])]))
        #expect(terminal.output.contains("  (•) ১ দৈনন্দিন লেনদেনের অ্যাকাউন্ট – •••• 4242\n  ( ) ২ সঞ্চয়"))
        let (several, _) = await ask(["১ ২ ৩", "১, ৩", "1"], screen("alerts"), language: .bengali)
        #expect(several.chosen("channels") == ["mail", "call"])
        let (kept, _) = await ask(["", "1"], screen("alerts"), language: .bengali)
        #expect(kept.chosen("channels") == ["message"])
        let (consent, text) = await ask(["3 4", "1 2 4", "1"], screen("consent"), language: .bengali)
        #expect(consent.chosen("items") == ["age_over_18", "portrait", "level"])
        #expect(text.output.contains("এগিয়ে যেতে “বয়স ১৮ বছর বা তার বেশি” প্রয়োজন।"))
    }

    @Test("an expired countdown or a replaced screen ends the wait for a line", arguments: [true, false])
    func ends(isExpiry: Bool) async {
        let clock = ManualClock()
        let start = Dependencies.fixed().now()
        let dependencies = Dependencies(
            now: { start.addingTimeInterval(clock.now.offset / .seconds(1)) }, clock: clock, random: { _ in [] })
        let terminal = TestTerminal(Array(repeating: .wait, count: 9), isLive: false)
        let presenter = TerminalPresenter(terminal: terminal, dependencies: dependencies)
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown(ends: start.addingTimeInterval(1)))],
            fields: [Screen.Field(id: "f", label: "F", kind: .text)], actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task { await presenter.ask(screen) }
        await clock.waitForNaps(1)
        if isExpiry { clock.advance(by: .seconds(1)) } else { await presenter.show(Screen(id: "t", title: "T")) }
        #expect(await asked.value.action == (isExpiry ? Screen.expired : Screen.cancelled))
    }

    @Test(
        "the last half minute of a question is announced once, and its prompt follows again", arguments: [true, false])
    func warning(isSecret: Bool) async {
        let clock = ManualClock()
        let start = Dependencies.fixed().now()
        let dependencies = Dependencies(
            now: { start.addingTimeInterval(clock.now.offset / .seconds(1)) }, clock: clock, random: { _ in [] })
        let terminal = TestTerminal(Array(repeating: .wait, count: 99), isLive: false)
        let field = Screen.Field(id: "f", label: "F", kind: isSecret ? .secret : .text)
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown("Ends in", ends: start.addingTimeInterval(32)))],
            fields: [field], actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task {
            await TerminalPresenter(terminal: terminal, dependencies: dependencies).ask(screen)
        }
        let warning = Language.english(.timeLeft(seconds: Screen.Countdown.warning))
        for second in 1...32 {
            await clock.waitForNaps(second)
            // The wake of second 2 warns, and second 3 is only reached after it.
            if second == 2 { #expect(!terminal.output.contains(warning)) }
            clock.advance(by: .seconds(1))
        }
        #expect(await asked.value.action == Screen.expired)
        #expect(terminal.output.components(of: "\n\(warning)\n") == 1)
        #expect(terminal.output.components(of: isSecret ? "F (not shown): " : "F: ") == 2)
    }

    @Test("the presenter's own texts use its current language")
    func speaking() async {
        let terminal = TestTerminal([], isLive: false)
        let presenter = TerminalPresenter(terminal: terminal)
        await presenter.speak(.bengali)
        await presenter.show(Screen(id: "p", title: "P", body: [.progress(Screen.Progress())]))
        #expect(presenter.language == .bengali && terminal.output.contains(Language.bengali(.pleaseWait)))
        #expect(!terminal.output.contains(Language.english(.pleaseWait)))
    }

    @Test("progress is written once for each step, without escape sequences")
    func progress() async {
        let terminal = TestTerminal([], isLive: false)
        let presenter = TerminalPresenter(terminal: terminal)
        for fraction in [0.25, 0.25, 0.5] {
            await presenter.show(Screen(id: "p", title: "P", body: [.progress(Screen.Progress(fraction: fraction))]))
        }
        await presenter.dismiss()
        #expect(terminal.output.components(of: "Please wait") == 2 && terminal.output.components(of: "\nP\n") == 1)
        #expect(!terminal.output.contains("\u{1B}"))
    }

    @Test(
        "untrusted text cannot control the terminal", arguments: [true, false],
        ["a\u{1B}[2Jb", "a\rb", "a\u{9B}b", "a\u{202E}b", "a\u{7}b", "a\u{2066}b", "a\u{2028}b"])
    func hostileText(isLive: Bool, text: String) async {
        let terminal = TestTerminal(isLive ? [.keys("\r")] : [.line("1")], isLive: isLive)
        let screen = Screen(
            id: "s", title: text, text: text, inlineError: text,
            body: [.notice(Screen.Notice(.info, text)), .countdown(Screen.Countdown(text, ends: .distantFuture))],
            actions: [Screen.Action(id: "go", label: text)])
        #expect(await TerminalPresenter(terminal: terminal).ask(screen).action == "go")
        #expect(!terminal.output.contains(text))
        var allowed = terminal.output
        if isLive { for own in ["\u{1B}[", "\r"] { allowed = allowed.replacingOccurrences(of: own, with: "") } }
        #expect(
            allowed.unicodeScalars.allSatisfy {
                $0 == "\n"
                    || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                        && ![0x202E, 0x2066, 0x2028].contains($0.value))
            })
        #expect(!terminal.output.contains("\u{1B}[2Jb"))
    }
}
