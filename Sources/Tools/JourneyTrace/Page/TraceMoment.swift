import JourneyBase
import JourneyHarness

/// The description of a line for people: a row of the timeline.
struct TraceMoment {
    /// The filter that shows the row.
    enum Group: String, CaseIterable { case step, event, guards = "guard", call, page, person, other }
    enum Tone: String { case plain, good, bad }

    var group: Group
    var label: String
    var text: String
    /// Secondary information, such as the duration.
    var note: String?
    var tone = Tone.plain

    /// The events of the timeline that other lines of the trace say better, by the line after which they do.
    struct Known {
        private let starts: [String: Int]

        init(_ trace: Trace) {
            let machine = trace.machineStart
            let exchange = trace.lines.firstIndex { $0.kind == "exchange" } ?? trace.lines.count
            starts = ["step_enter": machine, "step_exit": machine, "api_call": exchange]
        }

        /// Returns the names of the events that are known at the line `index`.
        func after(_ index: Int) -> Set<String> { Set(starts.filter { $0.value <= index }.keys) }
    }

    /// Returns the description of `line`, or `nil` for a line without a row of its own. `known` are the events of the timeline
    /// that are left out.
    static func describe(_ line: TraceLine, _ known: Set<String> = []) -> TraceMoment? {
        switch line.kind {
        case "input": return input(line)
        case "script": return TraceMoment(group: .event, label: "script", text: line.text("entry") ?? "")
        case "enter":
            let visit = line.members["visit"]?.int64 ?? 1
            return TraceMoment(
                group: .step, label: "step", text: line.text("step") ?? "",
                note: (line.text("type") ?? "") + (visit > 1 ? ", visit \(visit)" : ""))
        case "event":
            return TraceMoment(
                group: .event, label: "event", text: line.text("name") ?? "",
                note: (line.members["depth"]?.int64 ?? 0) > 0 ? "follows" : nil)
        case "guard":
            let value = line.members["value"]?.bool
            return TraceMoment(
                group: .guards, label: "if", text: line.text("source") ?? "",
                note: value.map { $0 ? "true" : "false" } ?? "error", tone: value == nil ? .bad : .plain)
        case "transition":
            return TraceMoment(group: .event, label: "takes", text: move(line))
        case "call":
            let problem = line.text("problem")
            return TraceMoment(
                group: .call, label: "call", text: line.text("operation") ?? "", note: problem ?? attempt(line),
                tone: problem == nil ? .plain : .bad)
        case "exchange": return exchange(line)
        case "emit": return TraceMoment(group: .page, label: "to page", text: line.text("name") ?? "")
        case "effect":
            return TraceMoment(group: .other, label: line.text("name") ?? "effect", text: line.text("detail") ?? "")
        case "diagnostic":
            return TraceMoment(
                group: .event, label: "warning", text: line.text("message") ?? "", note: line.text("code"), tone: .bad)
        case "mismatch":
            return TraceMoment(group: .event, label: "mismatch", text: line.text("message") ?? "", tone: .bad)
        case "picture":
            return TraceMoment(group: .page, label: "picture", text: line.text("step") ?? "")
        case "timeline": return timeline(line, known)
        case "state", "dom": return nil
        default: return TraceMoment(group: .other, label: line.kind, text: line.text("text") ?? "")
        }
    }

    private static func attempt(_ line: TraceLine) -> String? {
        let number = line.members["attempt"]?.int64 ?? 1
        return line.members["key"]?.bool == true ? "with key \(number)" : nil
    }

    private static func move(_ line: TraceLine) -> String {
        let parts = [line.text("emit").map { "emit \($0)" }, line.text("to").map { "go to \($0)" }].compactMap { $0 }
        return parts.isEmpty ? "stay" : parts.joined(separator: ", ")
    }

    private static func input(_ line: TraceLine) -> TraceMoment {
        func event(_ text: String, note: String? = nil, tone: Tone = .plain) -> TraceMoment {
            TraceMoment(group: .event, label: "input", text: text, note: note, tone: tone)
        }
        let code = line.text("code")
        switch line.text("input") ?? "" {
        case "start": return event("the run starts")
        case "pageOpened": return event("the page has connected")
        case "page": return event("the page raises \(line.text("name") ?? "")")
        case "approved": return event("the person approves")
        case "pageLost": return event("the page is lost", note: code, tone: .bad)
        case "pageRefused": return event("a message of the page is refused", note: code, tone: .bad)
        case "plugin":
            if let code { return event("the plugin fails", note: code, tone: .bad) }
            return event(line.members["cancelled"]?.bool == true ? "the plugin is cancelled" : "the plugin succeeds")
        case "answer":
            let operation = line.text("operation") ?? "the call"
            if let code { return event("\(operation) fails", note: code, tone: .bad) }
            return event("\(operation) answers \(line.text("status") ?? "")")
        case "inquiry": return event("the bank says what became of the calls")
        case "timeout": return event("the \(line.text("timer") ?? "") times out", tone: .bad)
        case "closed": return event("the person closes the journey")
        case "stopped": return event("the bank stops the journey", note: code, tone: .bad)
        case "barred": return event("the run is refused", note: code, tone: .bad)
        default: return event(line.text("input") ?? "")
        }
    }

    private static func exchange(_ line: TraceLine) -> TraceMoment {
        let request = line.members["request"]
        let status = line.members["response"]?["status"]?.int64
        let operation = line.text("operation") ?? ""
        let method = request?["method"]?.string ?? ""
        let code = line.members["error"]?["code"]?.string
        let result = status.map { "→ \($0)" } ?? "→ no answer"
        let isBad = status.map { $0 >= 400 } ?? true
        let took = "in \(line.text("milliseconds") ?? "0") ms"
        return TraceMoment(
            group: .call, label: "http", text: "\(method) \(operation) \(result)",
            note: code.map { "\($0), \(took)" } ?? took, tone: isBad ? .bad : .plain)
    }

    private static func timeline(_ line: TraceLine, _ known: Set<String>) -> TraceMoment? {
        let event = TimelineEvent(
            at: line.at, name: line.text("name") ?? "", attributes: line.members["attributes"]?.object ?? [:])
        if known.contains(event.name) { return nil }
        guard let words = TimelineWords.describe(event) else { return nil }
        let group: Group =
            switch words.kind {
            case .step: .step
            case .api: .call
            case .person: .person
            case .page: .page
            case .journey, .note, .good, .bad: event.name == "page" ? .page : .other
            }
        let tone: Tone =
            switch words.kind {
            case .good: .good
            case .bad: .bad
            default: .plain
            }
        return TraceMoment(
            group: group, label: words.label, text: group == .page ? withoutOrigin(words.text) : words.text,
            note: words.note, tone: tone)
    }

    /// Returns a request's text with the path of its address: the origin is the same in most lines.
    private static func withoutOrigin(_ text: String) -> String {
        text.replacing(/^([A-Z]+) https:\/\/[^\/ ]+(\/[^ ]*)/) { "\($0.1) \($0.2)" }
    }
}
