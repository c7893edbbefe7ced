import JourneyBase
import JourneyCLI
import JourneyLanguage

/// The lint findings of one manifest and its bundle, with their source files.
struct LintReport {
    /// A file's displayed name and its text.
    struct File {
        let name: String
        let text: SourceText

        init(_ name: String, _ bytes: [UInt8]) { (self.name, text) = (name, SourceText(bytes)) }
    }

    let manifest: File
    let openAPI: File?
    let findings: [Finding]

    /// Lints a manifest. `plugins` are the names of the host's own native plugins.
    init(
        manifest: (String, [UInt8]), openAPI: (String, [UInt8])?, plugins: Set<String> = [], pages: [String]? = nil
    ) {
        self.manifest = File(manifest.0, manifest.1)
        self.openAPI = openAPI.map { File($0.0, $0.1) }
        findings = Lint.check(
            manifest.1, openAPI: openAPI?.1, knownPlugins: Lint.knownPlugins.union(plugins), pages: pages)
    }

    private func file(of finding: Finding) -> File { finding.document == .manifest ? manifest : openAPI ?? manifest }

    var json: [JSONValue] {
        findings.map { finding in
            [
                "file": .string(file(of: finding).name), "rule": .string(finding.rule.rawValue),
                "severity": .string(finding.severity.rawValue), "path": .string(finding.path),
                "message": .string(finding.message), "line": .number(JSONNumber(Int64(finding.line))),
                "column": .number(JSONNumber(Int64(finding.column))), "advice": .string(finding.rule.advice),
            ]
        }
    }

    /// Returns a line for each finding, followed by an excerpt of its source line.
    func text(_ terminal: JourneyCLI.Terminal) -> String {
        findings.map { finding in
            let (file, style) = (file(of: finding), terminal.style)
            let word = finding.severity.rawValue
            let severity = finding.severity == .error ? style.red(word) : style.yellow(word)
            let head =
                style.bold("\(file.name):\(finding.line):\(finding.column):")
                + " \(severity): \(finding.message) \(style.dim("[\(finding.rule.rawValue)]"))"
            return ([head] + LintReport.excerpt(file.text, finding.place, terminal)).joined(separator: "\n")
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
