import JourneyBase
import JourneyWeb
import Synchronization

/// A scripted user of the window: performs actions on each page that opens.
final class ScriptedPerson: Sendable {
    typealias Turn = @Sendable (WebKitContainer, _ step: String, _ visit: Int) async throws -> Void

    private struct State {
        var container: WebKitContainer?
        var step = ""
        var visits: [String: Int] = [:]
        var turns: [Task<Void, Never>] = []
        var faults: [String] = []
    }

    private let state = Mutex(State())
    private let turn: Turn

    init(_ turn: @escaping Turn = ScriptedPerson.transfer) { self.turn = turn }

    var container: WebKitContainer? { state.withLock(\.container) }
    /// The errors of the script.
    var faults: [String] { state.withLock(\.faults) }

    func sees(_ container: WebKitContainer) { state.withLock { $0.container = container } }

    /// Follows the journey's events, and acts once a page is open.
    func hears(_ name: String, _ attributes: [String: JSONValue]) {
        if name == "step_enter" { state.withLock { $0.step = attributes["step"]?.string ?? "" } }
        guard name == "bridge_message", attributes["name"] == "bridge_ready" else { return }
        state.withLock { state in
            guard let container = state.container else { return }
            let step = state.step
            state.visits[step, default: 0] += 1
            let visit = state.visits[step] ?? 1
            state.turns.append(
                Task { [weak self, turn] in
                    do { try await turn(container, step, visit) } catch {
                        self?.state.withLock { $0.faults.append("\(step): \(error)") }
                    }
                })
        }
    }

    /// Waits until the current action has ended.
    func rest() async {
        for task in state.withLock(\.turns) { await task.value }
    }

    /// Sends £125.00 to Amelia Stone.
    static let transfer: Turn = { page, step, _ in
        switch step {
        case "intro": try await page.press("#start")
        case "recipient":
            try await page.fill("#name", with: "Amelia Stone")
            try await page.fill("#sort-code", with: "04-00-04")
            try await page.fill("#account-number", with: "12345678")
            try await page.press("#continue")
        case "amount":
            try await page.fill("#amount", with: "125.00")
            try await page.press("#continue")
        case "review": try await page.press("#confirm")
        default: break
        }
    }
}
