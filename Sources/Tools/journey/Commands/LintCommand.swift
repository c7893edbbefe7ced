import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let lint: Command = Command(
        "lint", summary: "checks a manifest before it is signed",
        discussion: [
            "Reports errors that the loader refuses, and likely mistakes that would load, each with"
                + " file, line, column and the code of its rule. The status is 3 for errors, 0 for warnings alone."
                + " docs/reference/lint.md describes each code and its fix. Notes are no mistakes: what the pages of a 1.3"
                + " manifest can influence, and how an older one moves to 1.3."
        ],
        arguments: [
            Argument(.manifest, help: "the manifest; - reads standard input", isOptional: true)
        ],
        options: [
            Option(
                .openapi, value: .file,
                help: "The bundle, or a document in YAML that is bundled, to check calls against their operations",
                defaultText: "openapi.json or openapi.yaml beside the manifest, if there is one"),
            Option(
                .plugins, value: .text("FILE"),
                help: "The descriptions of the host's own native plugins, or only their names: NAME,NAME",
                defaultText: "journey-plugins.json beside the manifest, if there is one"),
            Option(.all, help: "Check the journeys that the sandbox ships"),
            Option(.rules, help: "List the rules with their meaning and fix"),
        ] + OpenAPIInput.options,
        examples: [
            .init("journey lint manifest.json", "Checks everything, if openapi.json is beside the manifest."),
            .init("journey lint --all", "Checks the shipped journeys."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has(.rules) {
            terminal.print(["rules": .array(LintRule.allCases.map(json))], or: rules(terminal))
            return .done
        }
        let reports = invocation.has(.all) ? try shipped() : [try named(invocation)]
        terminal.print(
            ["findings": .array(reports.flatMap(\.json)), "notes": .array(reports.flatMap(\.notesJSON))],
            or: reports.map { $0.text(terminal) }.filter { !$0.isEmpty }.joined(separator: "\n"))
        let findings = reports.flatMap(\.findings)
        let errors = findings.count { $0.severity == .error }
        terminal.talk(
            findings.isEmpty
                ? "No problems found." : "\(counted(errors, "error")), \(counted(findings.count - errors, "warning")).")
        for note in reports.flatMap(\.notes) { terminal.talk("Note: \(note.message)") }
        if reports.contains(where: { $0.openAPI == nil }) {
            terminal.talk("Calls were not checked against their operations; pass the bundle with --openapi.")
        }
        return errors > 0 ? .refused : .done
    }

    private static func named(_ invocation: Invocation) throws -> LintReport {
        guard let path = invocation.argument(.manifest) else {
            throw CommandError.usage("MANIFEST is missing; use --all to check the shipped journeys.")
        }
        let manifest = try Support.read(path)
        let document = invocation.value(.openapi) ?? Support.document(beside: path)
        let bundle = try document.map { try Support.openAPI($0, for: manifest, invocation) }
        let plugins = invocation.value(.plugins)
        let isFile = plugins.map { $0.hasSuffix(".json") || FileManager.default.fileExists(atPath: $0) } ?? true
        let names = isFile ? [] : (plugins ?? "").split(separator: ",").map(String.init)
        return LintReport(
            manifest: (path == "-" ? "standard input" : path, manifest), openAPI: bundle.map { .init($0) },
            plugins: try HostPlugins.read(isFile ? plugins : nil, beside: path), names: Set(names))
    }

    private static func shipped() throws -> [LintReport] {
        try SandboxJourneys.names.map { name in
            let files = try SandboxJourneys.sources(of: name, now: Date())
            return LintReport(
                manifest: ("\(name)/manifest.json", files.manifest),
                openAPI: .init("\(name)/openapi.json", files.openAPI),
                pages: files.pages)
        }
    }

    private static func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    private static func json(_ rule: LintRule) -> JSONValue {
        ["code": .string(rule.rawValue), "meaning": .string(rule.meaning), "advice": .string(rule.advice)]
    }

    private static func rules(_ terminal: JourneyCLI.Terminal) -> String {
        LintRule.allCases.map { rule in
            let text = "\(rule.meaning) \(rule.advice)"
            let lines = TextLayout.wrap(text, width: terminal.width - 4).map { "    " + $0 }
            return ([terminal.style.bold(rule.rawValue)] + lines).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
