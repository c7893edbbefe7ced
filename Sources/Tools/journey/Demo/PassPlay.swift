import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// Converts the output of the wallet's commands to a timeline.
final class PassPlay: Sendable {
    private struct State {
        var events: [String] = []
        var text = ""
    }

    private let events: DemoTimeline
    private let state = Mutex(State())

    init(terminal: JourneyCLI.Terminal) { events = DemoTimeline(terminal: terminal) }

    var timeline: Timeline { events.timeline }
    /// The whole output.
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

    /// Processes a line of JSON output.
    func receive(_ line: String) -> JSONValue? {
        guard let value = try? JSONReader.read(Array(line.utf8)) else { return nil }
        let event = value["event"]?.string
        state.withLock { state in
            state.text += line + "\n"
            if let event { state.events.append(event) }
        }
        func text(_ name: String) -> String { value[name]?.string ?? "" }
        switch event {
        case "believed":
            step("Add to Wallet", "\(text("issuer")) (\(text("relyingParty"))) is verified.")
            events.add("act", ["text": "presses “Add”"])
        case "signed": note("The wallet creates a key for the account, and signs.")
        case "posted": note("\(text("host")) accepts it, and returns a pass.")
        case "kept": note("The pass is in the wallet.")
        case "registered": note("\(text("host")) registered the device for updates.")
        case "notRegistered": note("The device is not registered for updates: \(text("reason"))")
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

    /// Returns the seat on a pass.
    static func seat(_ pass: JSONValue) -> String? {
        ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields"].lazy
            .flatMap { pass[$0]?.array ?? [] }.first { $0["key"] == "seat" }?["value"]?.string
    }
}
