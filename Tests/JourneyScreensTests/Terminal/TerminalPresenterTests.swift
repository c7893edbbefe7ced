import JourneyBase
import Synchronization
import Testing

@testable import JourneyScreens

struct TerminalPresenterTests {
    /// A terminal on which everything was typed beforehand.
    final class Typed: Sendable {
        private let input: Mutex<[String]>
        private let output = Mutex("")
        private let secrets = Mutex<[Bool]>([])

        init(_ input: [String]) { self.input = Mutex(input) }

        var text: String { output.withLock { $0 } }
        /// For each line that was read, whether it was hidden.
        var hidden: [Bool] { secrets.withLock { $0 } }

        func lines(isStyled: Bool = false) -> TerminalLines {
            TerminalLines(isStyled: isStyled, write: { text in self.output.withLock { $0 += text } }) { isSecret in
                self.secrets.withLock { $0.append(isSecret) }
                return self.input.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            }
        }
    }

    let screen = Screen(
        id: "login", title: "Sign in", text: "Two lines\nof text", inlineError: "That was wrong",
        fields: [
            Screen.Field(id: "name", label: "Name", kind: .text), Screen.Field(id: "pin", label: "PIN", kind: .secret),
            Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6)),
        ],
        actions: [Screen.Action(id: "go", label: "Go on"), Screen.Action(id: "cancel", label: "Cancel", role: .cancel)])

    @Test("title, fault, text, fields and numbered actions are drawn, and the answer is what was typed")
    func wholeScreen() async {
        let typed = Typed([" Ada ", " 12 34 ", "12345", "12345a", "123456", "0", "3", "+1", "x", "", "1"])
        let answer = await TerminalPresenter(lines: typed.lines()).ask(screen)
        #expect(answer == ScreenAction(action: "go", values: ["name": "Ada", "pin": " 12 34 ", "code": "123456"]))
        for part in [
            "Sign in\n", "! That was wrong\n", "Two lines\nof text\n", "Name: ", "PIN (not shown): ",
            "Code (6 digits): ",
        ] {
            #expect(typed.text.contains(part))
        }
        #expect(typed.text.contains("  1  Go on\n  2  Cancel\n  b  Back\n"))
        #expect(typed.hidden == [false, true] + Array(repeating: false, count: 9))
        #expect(!typed.text.contains("12 34") && !typed.text.contains("\u{1B}"))
    }

    @Test(
        "b and the end of input go back, from a field and from the actions",
        arguments: [["b"], [], ["Ada", "1", "123456", "b"], ["Ada"], ["Ada", "1", "123456", "9"]])
    func back(input: [String]) async {
        let answer = await TerminalPresenter(lines: Typed(input).lines()).ask(screen)
        #expect(answer.action == Screen.back)
    }

    @Test("a cancelled task goes back, whatever was typed")
    func cancelled() async {
        let presenter = TerminalPresenter(lines: Typed(["1"]).lines())
        let screen = Screen(id: "s", title: "S", actions: [Screen.Action(id: "go", label: "Go")])
        let answer = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await presenter.ask(screen)
        }.value
        #expect(answer == ScreenAction(action: Screen.back))
    }

    @Test("colour is used on a terminal only")
    func style() async {
        let (plain, styled) = (Typed([]), Typed([]))
        await TerminalPresenter(lines: plain.lines()).show(screen)
        await TerminalPresenter(lines: styled.lines(isStyled: true)).show(screen)
        #expect(!plain.text.contains("\u{1B}") && styled.text.contains("\u{1B}[1mSign in\u{1B}[0m"))
        await TerminalPresenter(lines: plain.lines()).show(Screen(id: "b", title: "Busy", isBusy: true))
        #expect(plain.text.contains("please wait"))
    }

    @Test(
        "text of others cannot steer the terminal",
        arguments: ["a\u{1B}[2Jb", "a\rb", "a\u{9B}b", "a\u{202E}b", "a\u{7}b", "a\nb"])
    func hostileText(text: String) async {
        let typed = Typed(["1"])
        let screen = Screen(id: "s", title: text, inlineError: text, actions: [Screen.Action(id: "go", label: text)])
        #expect(await TerminalPresenter(lines: typed.lines()).ask(screen).action == "go")
        #expect(!typed.text.contains(text))
        #expect(
            typed.text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x9B && $0.value != 0x202E)
            })
    }

    @Test("two screens asked at once are asked one after the other")
    func oneAtATime() async {
        let typed = Typed(["1", "1"])
        let presenter = TerminalPresenter(lines: typed.lines())
        let one = Screen(id: "one", title: "One", actions: [Screen.Action(id: "go", label: "Go")])
        let two = Screen(id: "two", title: "Two", actions: [Screen.Action(id: "go", label: "Go")])
        async let first = presenter.ask(one)
        async let second = presenter.ask(two)
        #expect(await [first.action, second.action] == ["go", "go"])
        let titles = typed.text.split(separator: "\n").filter { $0 == "One" || $0 == "Two" || $0.hasPrefix(">") }
        #expect(titles.count == 4 || typed.text.components(of: "> ") == 2)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
