import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let explain: Command = Command(
        "explain", summary: "runs a manifest against a script of events and explains each transition",
        discussion: [
            "Prints each step, each event, each guard with its result and the values of its paths, the transition taken,"
                + " each call and other effects, and the outcome. It uses the state machine that runs"
                + " journeys on a phone; nothing is sent, shown or stored, and no signature is needed.",
            "A script is a JSON file of events from pages, the bank, plugins, timers and the user: docs/reference/explain.md. The"
                + " status is 3 if the script does not match the manifest, or if the manifest does not load; lint findings are"
                + " printed then.",
        ],
        arguments: [
            Argument(.manifest, help: "the manifest, signed or not, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(
                .script, "s", value: .file, help: "The script; - reads standard input", defaultText: "the shipped one"),
            Option(
                .openapi, value: .file, help: "The bundle, or a document in YAML",
                defaultText: "openapi.json or openapi.yaml beside the manifest"),
        ] + OpenAPIInput.options,
        examples: [
            .init("journey explain money-transfer", "Explains a shipped journey with its script."),
            .init("journey explain manifest.json --script script.json", "Explains your own manifest."),
        ]
    ) { invocation in
        let name = try invocation.required(.manifest)
        let isShipped = SandboxJourneys.names.contains(name) && !FileManager.default.fileExists(atPath: name)
        let files = isShipped ? try shippedFiles(name) : try ownFiles(name, invocation)
        let terminal = invocation.terminal
        let report = LintReport(
            manifest: files.manifest, openAPI: files.openAPI,
            plugins: isShipped ? [] : try HostPlugins.read(nil, beside: name))
        let script = try script(for: name, isShipped: isShipped, invocation)
        do throws(JourneyError) {
            let explanation = try Explanation(
                manifest: files.manifest.1, openAPI: files.openAPI.bytes, script: script)
            terminal.print(explanation.json, or: ExplanationText.text(explanation, terminal))
            return explanation.isWhole ? .done : .refused
        } catch {
            guard report.findings.contains(where: { $0.severity == .error }) else { throw error }
            terminal.print(["findings": .array(report.json)], or: report.text(terminal))
            terminal.talk("The manifest does not load; fix the errors above and try again.")
            return .refused
        }
    }

    private typealias Files = (manifest: (String, [UInt8]), openAPI: LintReport.Bundle)

    private static func shippedFiles(_ name: String) throws -> Files {
        let files = try SandboxJourneys.sources(of: name, now: Date())
        return (("\(name)/manifest.json", files.manifest), .init("\(name)/openapi.json", files.openAPI))
    }

    private static func ownFiles(_ name: String, _ invocation: Invocation) throws -> Files {
        guard name == "-" || FileManager.default.fileExists(atPath: name) else { throw Support.manifestMissing(name) }
        let manifest = try Support.read(name)
        let path = Support.document(invocation.value(.openapi), beside: name)
        let bundle = try Support.openAPI(path, for: manifest, invocation)
        return ((name, manifest), .init(bundle))
    }

    private static func script(for name: String, isShipped: Bool, _ invocation: Invocation) throws -> EventScript {
        if let path = invocation.value(.script) { return try EventScript(try Support.read(path), file: path) }
        guard isShipped else {
            throw CommandError.usage("--script is required for a manifest file.")
        }
        return try EventScript(try SandboxJourneys.events(for: name), file: "\(name)/events.json")
    }
}
