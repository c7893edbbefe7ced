import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyScreens

@Suite("Real pseudo-terminal", .serialized, .timeLimit(.minutes(10)))
struct PseudoTerminalTests {
    private let screen = Screen(
        id: "pin", title: "Your PIN", fields: [Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 12))],
        actions: [Screen.Action(id: "go", label: "Go on"), .back("Back")])

    private func presenter(_ terminal: PseudoTerminal, plain: Bool = false) -> TerminalPresenter {
        TerminalPresenter(
            terminal: StandardTerminal(input: terminal.slave, output: terminal.slave) { name in
                ["TERM": "xterm", "NO_COLOR": plain ? "1" : nil][name] ?? nil
            })
    }

    /// Random digits, combined one by one when they are typed, so that no other copy of them exists.
    private let halves = (0..<12).map { _ in (UInt8.random(in: 0...4), UInt8.random(in: 0...5)) }
    private func digit(_ place: Int) -> UInt8 { 0x30 + halves[place].0 + halves[place].1 }

    @Test(
        "a typed PIN is never shown, and is wiped from memory after its release",
        arguments: [true, false])
    func pin(isPlain: Bool) async throws {
        let terminal = try PseudoTerminal()
        var seen = ""
        // In a function of its own, because a task retains its result.
        var answer: ScreenAction? = await typed(isPlain, on: terminal, &seen)
        #expect(answer?.action == "go")
        // Under a sanitizer the terminal is still tested, but memory cannot be searched.
        let scan = MemoryScan.isPossible ? MemoryScan(for: try #require(answer?.secret("pin"))) : nil
        #expect(try scan?.count() ?? 1 == 1)
        answer = nil
        #expect(try scan?.count() ?? 0 == 0)
        let shown = Array(seen.utf8)
        let isShown = shown.indices.dropLast(2).contains { start in
            (0..<10).contains { place in (0..<3).allSatisfy { shown[start + $0] == digit(place + $0) } }
        }
        #expect(!isShown)
        #expect(!isPlain || !seen.contains("\u{1B}"))
        #expect(terminal.isAsItWas)
    }

    /// Types the PIN and submits it.
    private func typed(_ isPlain: Bool, on terminal: PseudoTerminal, _ seen: inout String) async -> ScreenAction {
        let presenter = presenter(terminal, plain: isPlain)
        let screen = screen
        let asked = Task { await presenter.ask(screen) }
        #expect(await terminal.read(&seen) { $0.contains(isPlain ? "not shown): " : "0/12") })
        for place in 0..<12 { terminal.press(digit(place)) }
        if isPlain {
            terminal.press(0x0A)
            #expect(await terminal.read(&seen) { $0.contains("> ") })
            terminal.type("1\n")
        } else {
            #expect(await terminal.read(&seen) { $0.contains("12/12") })
            terminal.press(0x0D)
        }
        return await asked.value
    }

    @Test(
        "Ctrl-C leaves and Escape goes back, and the terminal is restored",
        arguments: [(UInt8(3), "cancelled"), (0x1B, "back")])
    func leaving(key: UInt8, action: String) async throws {
        let terminal = try PseudoTerminal()
        let presenter = presenter(terminal)
        let screen = screen
        let asked = Task { await presenter.ask(screen) }
        var seen = ""
        #expect(await terminal.read(&seen) { $0.contains("0/12") })
        #expect(!terminal.isAsItWas)
        terminal.press(key)
        #expect(await asked.value == ScreenAction(action: action))
        #expect(terminal.isAsItWas)
    }

    @Test("a narrower window is redrawn at its new width")
    func resize() async throws {
        let terminal = try PseudoTerminal(columns: 60)
        let presenter = presenter(terminal)
        let screen = Screen(
            id: "s", title: "A title of many words that is wider than half a window", actions: [.back("Back")])
        let asked = Task { await presenter.ask(screen) }
        var seen = ""
        #expect(await terminal.read(&seen) { $0.contains("half a window") })
        terminal.resize(columns: 30, rows: 24)
        var anew = ""
        #expect(await terminal.read(&anew) { $0.contains("\u{1B}[2J") && $0.contains("Ctrl-C leave") })
        var view = TerminalView(columns: 30, rows: 24)
        view.write(anew)
        #expect(view.text.hasPrefix("A title of many words that is\nwider than half a window\n\n› [ Back ]"))
        asked.cancel()
        #expect(await asked.value.action == Screen.cancelled)
    }

    @Test("cancelling a question restores the terminal while nothing is typed")
    func cancelled() async throws {
        let terminal = try PseudoTerminal()
        let presenter = presenter(terminal, plain: true)
        let screen = screen
        let asked = Task { await presenter.ask(screen) }
        var seen = ""
        #expect(await terminal.read(&seen) { $0.contains("not shown): ") })
        asked.cancel()
        #expect(await asked.value.action == Screen.cancelled)
        #expect(terminal.isAsItWas)
    }
}
