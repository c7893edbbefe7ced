import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneySandbox

extension JourneyCommand {
    static let lint: Command = Command(
        "lint", summary: "looks a manifest over before it is signed",
        discussion: [
            "Reports what would be refused at load, and what would load and still be wrong, each with the code of its"
                + " rule. Errors are status 3, warnings alone status 0."
        ],
        arguments: [
            Argument("MANIFEST", help: "the manifest; - reads standard input", isOptional: true)
        ],
        options: [
            Option("openapi", value: .file, help: "The bundle, to check calls against their operations"),
            Option("all", help: "Look over the journeys that the sandbox ships"),
            Option("rules", help: "Name the rules"),
        ],
        examples: [
            .init("journey lint manifest.json --openapi openapi.json", "Checks everything."),
            .init("journey lint --all", "Checks the shipped journeys."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has("rules") {
            let rules = LintRule.allCases.map(\.rawValue)
            terminal.print(["rules": .array(rules.map { .string($0) })], or: rules.joined(separator: "\n"))
            return .done
        }
        var reports: [(name: String, findings: [Finding])] = []
        if invocation.has("all") {
            for name in SandboxJourneys.names {
                let files = try SandboxJourneys.sources(of: name, now: Date())
                reports.append((name, Lint.check(files.manifest, openAPI: files.openAPI, pages: files.pages)))
            }
        } else {
            guard let path = invocation.argument("MANIFEST") else {
                throw CommandFailure(
                    .badInput, code: "USAGE", "MANIFEST is missing; or look over the shipped ones: --all.")
            }
            let bundle = try invocation.value("openapi").map(Support.read)
            reports.append((path, Lint.check(try Support.read(path), openAPI: bundle)))
        }
        terminal.print(json(reports), or: text(reports, terminal.style))
        let findings = reports.flatMap(\.findings)
        let errors = findings.count { $0.severity == .error }
        terminal.talk(
            findings.isEmpty
                ? "Nothing to say." : "\(counted(errors, "error")), \(counted(findings.count - errors, "warning")).")
        return errors > 0 ? .refused : .done
    }

    private static func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    private static func json(_ reports: [(name: String, findings: [Finding])]) -> JSONValue {
        [
            "findings": .array(
                reports.flatMap { report in
                    report.findings.map { finding in
                        [
                            "file": .string(report.name), "rule": .string(finding.rule.rawValue),
                            "severity": .string(finding.severity.rawValue), "path": .string(finding.path),
                            "message": .string(finding.message), "line": .number(JSONNumber(Int64(finding.line))),
                            "column": .number(JSONNumber(Int64(finding.column))),
                        ]
                    }
                })
        ]
    }

    private static func text(_ reports: [(name: String, findings: [Finding])], _ style: Style) -> String {
        reports.flatMap { report in
            report.findings.map { finding in
                let severity =
                    finding.severity == .error
                    ? style.red(finding.severity.rawValue) : style.yellow(finding.severity.rawValue)
                return "\(report.name):\(finding.line):\(finding.column): \(severity): \(finding.message) "
                    + style.dim("[\(finding.rule.rawValue)]")
            }
        }.joined(separator: "\n")
    }
}
