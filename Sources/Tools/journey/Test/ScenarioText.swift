import JourneyBase
import JourneyCLI
import JourneyLanguage

/// Renders the results of scenarios for a terminal.
struct ScenarioText {
    private let style: Style
    /// The most missed parts that are listed.
    private static let missedLimit = 20

    static func text(
        _ report: ScenarioReport, _ traces: [Int: String], _ terminal: JourneyCLI.Terminal
    ) -> String {
        let writer = ScenarioText(style: terminal.style)
        let lines =
            report.results.enumerated().map { writer.line($1, trace: traces[$0]) } + ["", writer.summary(report)]
            + writer.coverage(report.coverage)
        return lines.joined(separator: "\n")
    }

    private func line(_ result: ScenarioReport.Result, trace: String?) -> String {
        let name = CleanText.of(result.scenario.name)
        guard !result.hasPassed else { return style.green("passed") + "  \(name)" }
        let failures = result.failures.map { failure in
            "        " + CleanText.of(failure.message)
                + (failure.differences.isEmpty ? "" : "\n" + DifferenceText.text(failure.differences, style))
        }
        return style.red("failed") + "  " + style.bold(name) + "\n"
            + ([style.dim("        \(CleanText.of(result.scenario.path))")] + failures
            + (trace.map { [style.dim("        The run: journey trace show \($0)")] } ?? [])).joined(separator: "\n")
    }

    private func summary(_ report: ScenarioReport) -> String {
        let failed = report.failed.count
        let passed = report.results.count - failed
        let seconds = (report.duration / .milliseconds(1)).rounded() / 1_000
        return style.bold("\(passed) passed, \(failed) failed") + " in \(seconds) s"
    }

    private func coverage(_ coverage: Coverage) -> [String] {
        let parts = Coverage.Part.Kind.allCases.map { kind in
            let count = coverage.count(of: kind)
            return "\(kind == .guards ? "results of guards" : kind.rawValue) \(count.reached) of \(count.all)"
        }
        let missed = coverage.missed
        let listed = missed.prefix(ScenarioText.missedLimit).map { style.dim("  not reached: \($0.words)") }
        let rest = missed.count - listed.count
        return ["Coverage \(coverage.percent) %: \(parts.joined(separator: ", "))"] + listed
            + (rest > 0 ? [style.dim("  and \(rest) more; --json lists all")] : [])
    }
}
