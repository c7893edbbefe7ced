import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool

/// The lint findings of one manifest and its bundle, with their source files.
struct LintReport {
    /// A file's displayed name and its text.
    struct File {
        let name: String
        let text: SourceText

        init(_ name: String, _ bytes: [UInt8]) { (self.name, text) = (name, SourceText(bytes)) }
    }

    /// A finding with the place that its author edits.
    private struct Located {
        let finding: Finding
        let file: File
        let place: SourceText.Place
    }

    /// The bundle: its file, and its sources if it was made of others.
    struct Bundle {
        let name: String
        let bytes: [UInt8]
        var input: OpenAPIInput?

        init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
        init(_ input: OpenAPIInput) { (name, bytes, self.input) = (input.name, input.bytes, input) }
    }

    let openAPI: Bundle?
    let findings: [Finding]
    /// Facts that are no mistakes, and that an author should know.
    let notes: [LintNote]
    private let located: [Located]

    /// Lints a manifest. `plugins` are the host's own native plugins, `names` those of which only the name is known.
    init(
        manifest: (String, [UInt8]), openAPI: Bundle?, plugins: [PluginDescription] = [], names: Set<String> = [],
        pages: [String]? = nil
    ) {
        self.openAPI = openAPI
        findings = Lint.check(
            manifest.1, openAPI: openAPI?.bytes, plugins: plugins, knownPlugins: Lint.knownPlugins.union(names),
            pages: pages)
        notes = Lint.notes(manifest.1, openAPI: openAPI?.bytes)
        let own = File(manifest.0, manifest.1)
        let other = openAPI.map { File($0.name, $0.bytes) } ?? own
        located = findings.map { finding in
            guard finding.document == .openAPI else {
                return Located(finding: finding, file: own, place: finding.place)
            }
            guard let source = openAPI?.input?.source(of: finding.path) else {
                return Located(finding: finding, file: other, place: finding.place)
            }
            return Located(
                finding: finding, file: File(source.file, source.text),
                place: SourceText.Place(line: source.line, column: source.column))
        }
    }

    var json: [JSONValue] {
        located.map { located in
            let finding = located.finding
            return [
                "file": .string(located.file.name), "rule": .string(finding.rule.rawValue),
                "severity": .string(finding.severity.rawValue), "path": .string(finding.path),
                "message": .string(finding.message), "line": .number(JSONNumber(Int64(located.place.line))),
                "column": .number(JSONNumber(Int64(located.place.column))), "advice": .string(finding.rule.advice),
            ]
        }
    }

    var notesJSON: [JSONValue] {
        notes.map { ["path": .string($0.path), "message": .string($0.message)] }
    }

    /// Returns a line for each finding, followed by an excerpt of its source line.
    func text(_ terminal: JourneyCLI.Terminal) -> String {
        located.map { located in
            let (finding, file, place, style) = (located.finding, located.file, located.place, terminal.style)
            let word = finding.severity.rawValue
            let severity = finding.severity == .error ? style.red(word) : style.yellow(word)
            let head =
                style.bold("\(file.name):\(place.line):\(place.column):")
                + " \(severity): \(finding.message) \(style.dim("[\(finding.rule.rawValue)]"))"
            return ([head] + LintReport.excerpt(file.text, place, terminal)).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the source line with its number, cut to the terminal's width, and a marker below the affected name or value.
    private static func excerpt(_ text: SourceText, _ place: SourceText.Place, _ terminal: JourneyCLI.Terminal)
        -> [String]
    {
        guard let line = text.line(place.line), !line.allSatisfy(\.isWhitespace) else { return [] }
        let scalars = line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        let margin = spaces(max(0, 5 - "\(place.line)".count)) + "\(place.line) | "
        let room = max(20, terminal.width - margin.count)
        let column = min(place.column - 1, scalars.count)
        // A position far to the right is shown with some text before it.
        let start = column + 8 < room ? 0 : column - room / 3
        let shown = scalars[start..<min(scalars.count, start + room)]
        let length = min(LintReport.length(scalars[column...]), max(1, start + room - column))
        let mark =
            spaces(margin.count - 2) + "| " + spaces(column - start)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: shown)
        return [
            terminal.style.dim(margin) + String(text),
            terminal.style.dim(mark) + terminal.style.green("^" + String(repeating: "~", count: length - 1)),
        ]
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Returns the length of the string, number or word that begins here; 1 for anything else.
    private static func length(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        guard let first = rest.first, !"{[]},:".unicodeScalars.contains(first) else { return 1 }
        var isEscaped = false
        for (count, scalar) in rest.enumerated().dropFirst() {
            if first == "\"" {
                if scalar == "\"", !isEscaped { return count + 1 }
                isEscaped = scalar == "\\" && !isEscaped
            } else if ",]} ".unicodeScalars.contains(scalar) {
                return count
            }
        }
        return max(1, rest.count)
    }
}
