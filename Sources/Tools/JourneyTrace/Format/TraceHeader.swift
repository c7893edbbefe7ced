import JourneyBase
package import JourneyLanguage

/// The parts of a trace that concern the whole run.
package struct TraceHeader: Sendable {
    /// A check of a demo or test, with its result.
    package struct Check: Sendable, Hashable {
        package var sentence: String
        package var holds: Bool

        package init(_ sentence: String, holds: Bool) {
            self.sentence = sentence
            self.holds = holds
        }
    }

    /// A table of names and values, such as a row of the bank's database.
    package struct Table: Sendable {
        package var title: String
        package var cells: [(name: String, value: String)]

        package init(title: String, cells: [(name: String, value: String)]) {
            self.title = title
            self.cells = cells
        }
    }

    package var title: String
    /// One sentence under the title; empty for none.
    package var summary = ""
    /// The time of the run (RFC 3339), or empty.
    package var made = ""
    /// The program that wrote the trace, with its version.
    package var program = "journey \(JourneyKitVersion.current)"
    /// The journey's ID, sequence and the SHA-256 of its manifest, in hexadecimal.
    package var journey: (id: String, sequence: Int64?, manifest: String)?
    package var outline: JourneyOutline?
    /// The outcome: `completed`, `pending`, `cancelled` or `failed`; `nil` if the run did not end.
    package var outcome: String?
    /// `true` if the run is as expected, `false` if not, and `nil` if nothing was expected.
    package var isGood: Bool?
    package var checks: [Check] = []
    package var tables: [Table] = []
    /// Facts about the run, such as the sandbox.
    package var facts: [(name: String, value: String)] = []
    /// The lines and resources that were left out, because of the limits.
    package var dropped: (lines: Int, resources: Int) = (0, 0)

    package init(title: String) { self.title = title }
}
