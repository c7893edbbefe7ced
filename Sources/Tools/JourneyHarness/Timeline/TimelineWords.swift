import JourneyBase

/// Descriptions of events, shared by the terminal and the report.
package struct TimelineWords {
    package enum Kind: String { case journey, step, api, page, person, note, good, bad }

    package var kind: Kind
    /// The label before the description on a terminal.
    package var label: String
    package var text: String
    /// Secondary information, such as the duration.
    package var note: String?

    /// Returns the description of `event`, or `nil` for an event that is not shown.
    package static func describe(_ event: TimelineEvent) -> TimelineWords? {
        switch event.name {
        case "journey_begin":
            return TimelineWords(kind: .journey, label: "journey", text: "\(event.text("journeyId") ?? "") begins")
        case "step_enter": return TimelineWords(kind: .step, label: "step", text: event.text("step") ?? "")
        case "api_call": return call(event)
        case "bridge_message":
            let way = event.text("direction") == "out" ? "app → page" : "page → app"
            return TimelineWords(kind: .page, label: "bridge", text: "\(way)  \(event.text("name") ?? "")")
        case "page": return page(event)
        case "screen":
            return TimelineWords(
                kind: .journey, label: "screen", text: event.text("title") ?? "",
                note: event.text("text").map { $0.split(separator: "\n").joined(separator: " · ") })
        case "host":
            let reference = event.attributes["payload"]?["reference"]?.string
            return TimelineWords(
                kind: .journey, label: "host",
                text: "gets \(event.text("outcome") ?? "")\(reference.map { ", reference \($0)" } ?? "")",
                note: event.text("message"))
        case "act": return TimelineWords(kind: .person, label: "person", text: event.text("text") ?? "")
        case "notice": return TimelineWords(kind: .note, label: "note", text: event.text("text") ?? "")
        case "error":
            return TimelineWords(
                kind: .bad, label: "error", text: event.text("code") ?? "", note: event.text("message"))
        case "result":
            let outcome = event.text("outcome") ?? ""
            return TimelineWords(
                kind: outcome == "completed" ? .good : .bad, label: "result", text: outcome, note: event.text("code"))
        default: return nil
        }
    }

    /// Describes what a page said or loaded. Faults are `bad`, everything else is `page`.
    private static func page(_ event: TimelineEvent) -> TimelineWords {
        let text = event.text("text") ?? ""
        let place = event.text("place")
        let url = event.text("url") ?? ""
        switch event.text("kind") ?? "" {
        case "console":
            let level = event.text("level") ?? "log"
            return TimelineWords(kind: level == "error" ? .bad : .page, label: "console", text: "\(level)  \(text)")
        case "error": return TimelineWords(kind: .bad, label: "page", text: text, note: place)
        case "rejection":
            return TimelineWords(kind: .bad, label: "page", text: "unhandled rejection: \(text)", note: place)
        case "violation":
            return TimelineWords(
                kind: .bad, label: "page",
                text: "its policy blocked \(event.text("blocked") ?? "") (\(event.text("directive") ?? ""))",
                note: place)
        case "request":
            let request = "\(event.text("method") ?? "") \(url)"
            let took = event.text("milliseconds").map { "in \($0) ms" }
            guard let status = event.attributes["status"]?.int64 else {
                return TimelineWords(
                    kind: .bad, label: "page", text: "\(request) failed: \(event.text("reason") ?? "")", note: took)
            }
            return TimelineWords(
                kind: status >= 400 ? .bad : .page, label: "page", text: "\(request) → \(status)", note: took)
        case "committed": return TimelineWords(kind: .page, label: "page", text: url)
        case "unresponsive":
            return TimelineWords(kind: .bad, label: "page", text: "its web process does not react")
        default:
            return TimelineWords(
                kind: .page, label: "page", text: "the limit of reports is reached; further ones are left out")
        }
    }

    private static func call(_ event: TimelineEvent) -> TimelineWords {
        let operation = event.text("operation") ?? "call"
        let status = event.text("status").map { " → \($0)" } ?? ""
        let code = event.text("code").map { " \($0)" } ?? ""
        let took = event.text("milliseconds").map { "in \($0) ms" }
        return TimelineWords(kind: .api, label: "api", text: operation + status + code, note: took)
    }

    /// Returns seconds with two decimals.
    package static func seconds(_ milliseconds: Int) -> String {
        let hundredths = max(0, milliseconds) / 10
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }
}
