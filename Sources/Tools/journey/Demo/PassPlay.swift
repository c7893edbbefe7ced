import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// What the wallet's commands say, as a timeline.
final class PassPlay: Sendable {
    private struct State {
        var events: [String] = []
        var text = ""
    }

    private let events: DemoTimeline
    private let state = Mutex(State())

    init(terminal: JourneyCLI.Terminal) { events = DemoTimeline(terminal: terminal) }

    var timeline: Timeline { events.timeline }
    /// All that was said.
    var text: String { state.withLock(\.text) }

    func count(of event: String) -> Int { state.withLock { $0.events.count { $0 == event } } }

    func note(_ text: String) { events.add("notice", ["text": .string(text)]) }

    func step(_ title: String, _ text: String) {
        events.add("step_enter", ["step": .string(title)])
        note(text)
    }

    func shot(_ file: String, _ title: String) {
        events.add("step_enter", ["step": .string(title)])
        events.add("shot", ["step": .string(title), "file": .string(file)])
    }

    func finish(isGood: Bool) { events.add("result", ["outcome": .string(isGood ? "completed" : "failed")]) }

    /// A line of JSON that a command has printed.
    func heard(_ line: String) -> JSONValue? {
        guard let value = try? JSONReader.read(Array(line.utf8)) else { return nil }
        let event = value["event"]?.string
        state.withLock { state in
            state.text += line + "\n"
            if let event { state.events.append(event) }
        }
        func text(_ name: String) -> String { value[name]?.string ?? "" }
        switch event {
        case "believed":
            step("Add to Wallet", "\(text("issuer")) (\(text("relyingParty"))) is who it says it is.")
            events.add("act", ["text": "presses “Add”"])
        case "signed": note("The wallet makes a key for the account, and signs.")
        case "posted": note("\(text("host")) takes it, and gives a pass.")
        case "kept": note("The pass is in the wallet.")
        case "registered": note("\(text("host")) will tell of updates.")
        case "notRegistered": note("Nobody tells of updates: \(text("reason"))")
        case "failure": note(text("message"))
        default:
            if let error = value["error"]?["message"]?.string { note(error) }
            for change in value["changes"]?.array ?? [] {
                for field in change["fields"]?.array ?? [] {
                    let (old, new) = (field["old"]?.string ?? "–", field["new"]?.string ?? "–")
                    note(field["message"]?.string ?? "\(field["label"]?.string ?? ""): \(old) → \(new)")
                }
            }
        }
        return value
    }

    /// What a pass says about the seat.
    static func seat(_ pass: JSONValue) -> String? {
        ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields"].lazy
            .flatMap { pass[$0]?.array ?? [] }.first { $0["key"] == "seat" }?["value"]?.string
    }
}
