import Foundation
import JourneyBase
import Observation

/// What the SDKs have told the app, the newest first: names and published attributes, and how each thing ended.
@MainActor @Observable
final class DemoLog {
    struct Line: Identifiable {
        let id: Int
        let text: String
    }

    private(set) var lines: [Line] = []
    /// How the last thing ended.
    private(set) var result = "–"
    /// How many lines there have been, those that are gone too: each has a number of its own.
    @ObservationIgnored private var count = 0

    func note(_ text: String) {
        count += 1
        lines.insert(Line(id: count, text: text), at: 0)
        if lines.count > 200 { lines.removeLast() }
    }

    func end(_ text: String) {
        result = text
        note("result: \(text)")
    }

    /// An event of a journey: what `docs/reference/events.md` publishes, and nothing that a person typed.
    func event(_ name: String, _ attributes: [String: JSONValue]) {
        let rest = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.compactText)" }
        note(([name] + rest).joined(separator: " "))
    }
}
