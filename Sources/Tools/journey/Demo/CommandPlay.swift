import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// Converts the output of a command with screens to a timeline.
final class CommandPlay: Sendable {
    private struct State {
        var endings: [JSONValue] = []
        var mistakes = 0
        var words: Set<String> = []
        var screens: [String] = []
        var shots: [String] = []
    }

    private let events: DemoTimeline
    private let state = Mutex(State())

    init(terminal: JourneyCLI.Terminal) { events = DemoTimeline(terminal: terminal) }

    var timeline: Timeline { events.timeline }
    /// The results that the command reported; exactly one if it succeeded.
    var endings: [JSONValue] { state.withLock(\.endings) }
    /// The number of errors that screens displayed.
    var mistakes: Int { state.withLock(\.mistakes) }
    /// Every word and number of the output.
    var words: Set<String> { state.withLock(\.words) }

    /// The IDs of the screens that appeared.
    var screens: [String] { state.withLock(\.screens) }
    /// The files of the screenshots.
    var shots: [String] { state.withLock(\.shots) }

    func note(_ text: String) { events.add("notice", ["text": .string(text)]) }

    func finish(isGood: Bool) { events.add("result", ["outcome": .string(isGood ? "completed" : "failed")]) }

    /// Processes a line of JSON output.
    func receive(_ line: String) {
        state.withLock { state in
            state.words.formUnion(line.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        }
        guard let value = try? JSONReader.read(Array(line.utf8)) else { return }
        let title = value["title"] ?? .null
        switch value["event"]?.string {
        case "screen":
            if let screen = value["screen"]?.string { state.withLock { $0.screens.append(screen) } }
            events.add("step_enter", ["step": title])
            events.add("screen", ["title": title, "text": value["text"] ?? .null])
            guard let error = value["error"]?.string else { return }
            state.withLock { $0.mistakes += 1 }
            note(error)
        case "shot":
            if let file = value["file"]?.string { state.withLock { $0.shots.append(file) } }
            events.add("shot", ["step": title, "file": value["file"] ?? .null])
        case "answer": events.add("act", ["text": .string("presses “\(value["label"]?.string ?? "")”")])
        case "result":
            state.withLock { $0.endings.append(value) }
            note("The command ended: \(value["outcome"]?.string ?? ""). \(value["message"]?.string ?? "")")
        case "notice": note(value["text"]?.string ?? "")
        default: if let error = value["error"]?["message"]?.string { note(error) }
        }
    }
}
