package import JourneyBase
package import JourneyCLI

/// A doctor's finding about one item, with advice.
package struct Diagnosis: Sendable, Hashable {
    package enum Grade: String, Sendable { case good, note, bad }

    package var name: String
    package var grade: Grade
    package var detail: String
    /// The advice; `nil` when nothing needs to be done.
    package var advice: String?

    package init(_ name: String, _ grade: Grade, _ detail: String, advice: String? = nil) {
        self.name = name
        self.grade = grade
        self.detail = detail
        self.advice = advice
    }

    package var json: JSONValue {
        [
            "name": .string(name), "grade": .string(grade.rawValue), "detail": .string(detail),
            "advice": advice.map { .string($0) } ?? .null,
        ]
    }

    /// Returns one line, and a second one with the advice.
    package func text(style: Style, column: Int) -> String {
        let mark =
            switch grade {
            case .good: style.green("ok  ")
            case .note: style.yellow("note")
            case .bad: style.red("bad ")
            }
        let indent = String(repeating: " ", count: column + 8)
        return "\(mark)  \(TextLayout.pad(name, to: column))  \(detail)"
            + (advice.map { "\n\(indent)\(style.dim($0))" } ?? "")
    }
}
