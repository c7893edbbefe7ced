import JourneyBase
import Synchronization

@testable import JourneyScreens

/// A terminal with prepared input whose display can be inspected.
final class TestTerminal: TerminalDevice {
    enum Step: Sendable {
        case keys(String)
        case bytes([UInt8])
        case silence
        case size(Int, Int)
        case line(String)
        case secret(String)
        /// Waits until it is woken.
        case wait
        /// Runs this while the presenter waits.
        case run(@Sendable () -> Void)
    }

    private struct State {
        var steps: [Step]
        var size: TerminalSize
        var output = ""
        var view: TerminalView
        var isReading = false
        var isWoken = false
        var waiter: CheckedContinuation<Void, Never>?
        var pictures: [String] = []
        var secrets = 0
    }

    let isLive: Bool
    let colours: TerminalColours
    let reordersText: Bool
    private let state: Mutex<State>

    init(
        _ steps: [Step], isLive: Bool = true, columns: Int = 60, rows: Int = 24, colours: TerminalColours = .none,
        reordersText: Bool = false
    ) {
        self.isLive = isLive
        self.colours = colours
        self.reordersText = reordersText
        state = Mutex(
            State(
                steps: steps, size: TerminalSize(columns: columns, rows: rows),
                view: TerminalView(columns: columns, rows: rows)))
    }

    /// The whole output.
    var output: String { state.withLock(\.output) }
    /// The current display.
    var picture: String { state.withLock(\.view.text) }
    /// The displays at each wait for a key.
    var pictures: [String] { state.withLock(\.pictures) }
    /// The number of lines read without echo.
    var secrets: Int { state.withLock(\.secrets) }
    /// `true` while single keys are read.
    var isReading: Bool { state.withLock(\.isReading) }

    func size() -> TerminalSize { state.withLock(\.size) }

    func write(_ text: String) {
        state.withLock { state in
            state.output += text
            state.view.write(text)
        }
    }

    func beginKeys() { state.withLock { $0.isReading = true } }
    func endKeys() { state.withLock { $0.isReading = false } }

    func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isWoken = true
            return state.waiter
        }
        waiter?.resume()
    }

    func nextEvent() async -> TerminalEvent {
        state.withLock { $0.pictures.append($0.view.text) }
        while true {
            if takeWake() { return .woken }
            switch next() {
            case .keys(let keys): putBack(.bytes(Array(keys.utf8)))
            case .bytes(let bytes):
                guard let first = bytes.first else { continue }
                putBack(.bytes(Array(bytes.dropFirst())))
                return .byte(first)
            case .silence: return .silence
            case .size(let columns, let rows):
                state.withLock { state in
                    state.size = TerminalSize(columns: columns, rows: rows)
                    state.view.resize(columns: columns, rows: rows)
                }
                return .resized
            case .wait: await waitForWake()
            case .run(let body): body()
            case .line, .secret, nil: return .ended
            }
        }
    }

    func nextLine(prompt: String) async -> TerminalLine {
        write(prompt)
        while true {
            if takeWake() { return .woken }
            switch next() {
            case .line(let line): return .text(line)
            case .wait: await waitForWake()
            case .run(let body): body()
            default: return .ended
            }
        }
    }

    func nextSecret(prompt: String) async -> TerminalSecret {
        write(prompt)
        while true {
            if takeWake() { return .woken }
            switch next() {
            case .line(let line), .secret(let line):
                state.withLock { $0.secrets += 1 }
                return .secret(Secret(copying: line.utf8))
            case .wait: await waitForWake()
            case .run(let body): body()
            default: return .ended
            }
        }
    }

    private func next() -> Step? { state.withLock { $0.steps.isEmpty ? nil : $0.steps.removeFirst() } }
    private func putBack(_ step: Step) { state.withLock { $0.steps.insert(step, at: 0) } }

    private func takeWake() -> Bool {
        state.withLock { state in
            defer { state.isWoken = false }
            return state.isWoken
        }
    }

    private func waitForWake() async {
        await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                if !state.isWoken { state.waiter = continuation }
                return state.isWoken
            }
            if isWoken { continuation.resume() }
        }
    }
}
