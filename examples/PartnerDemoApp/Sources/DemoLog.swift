import Foundation
import JourneyBase
import Observation

/// The SDKs' reports, newest first: names and published attributes, and the outcome of each operation.
@MainActor @Observable
final class DemoLog {
    struct Line: Identifiable {
        let id: Int
        let text: String
    }

    private(set) var lines: [Line] = []
    /// The outcome of the last operation.
    private(set) var result = "–"
    /// The number of all lines, including removed ones. Each has a number of its own.
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

    /// Records an event of a journey, as published in `docs/reference/events.md`. Nothing that a user typed is in it.
    func event(_ name: String, _ attributes: [String: JSONValue]) {
        let rest = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.compactText)" }
        note(([name] + rest).joined(separator: " "))
    }
}
