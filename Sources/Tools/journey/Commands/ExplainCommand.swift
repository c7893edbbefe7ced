import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneySandbox

extension JourneyCommand {
    static let explain: Command = Command(
        "explain", summary: "runs a manifest against a script of events and says why it goes where",
        discussion: [
            "Prints each step, each event, each guard with its value and what its paths led to, which transition is taken,"
                + " each call and what else the machine would have done, and the outcome. It is the machine that runs"
                + " journeys on a phone; nothing is sent, shown or kept, and no signature is needed.",
            "A script is a JSON file of what pages, the bank, plugins, the clock and the person did: docs/reference/explain.md. One that"
                + " does not fit the manifest is status 3; a manifest that would not load is reported as lint does, status"
                + " 3.",
        ],
        arguments: [
            Argument(.manifest, help: "the manifest, signed or not, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(
                .script, "s", value: .file, help: "The script; - reads standard input", defaultText: "the shipped one"),
            Option(.openapi, value: .file, help: "The bundle", defaultText: "openapi.json beside the manifest"),
        ],
        examples: [
            .init("journey explain money-transfer", "Explains a shipped journey by the script that comes with it."),
            .init("journey explain manifest.json --script script.json", "Explains your own."),
        ]
    ) { invocation in
        let name = try invocation.required(.manifest)
        let isShipped = SandboxJourneys.names.contains(name) && !FileManager.default.fileExists(atPath: name)
        let files = isShipped ? try shippedFiles(name) : try ownFiles(name, invocation)
        let terminal = invocation.terminal
        let report = LintReport(manifest: files.manifest, openAPI: files.openAPI)
        let script = try script(for: name, isShipped: isShipped, invocation)
        do throws(JourneyError) {
            let explanation = try Explanation(
                manifest: files.manifest.1, openAPI: files.openAPI.1, script: script)
            terminal.print(explanation.json, or: ExplanationText.text(explanation, terminal))
            return explanation.isWhole ? .done : .refused
        } catch {
            guard report.findings.contains(where: { $0.severity == .error }) else { throw error }
            terminal.print(["findings": .array(report.json)], or: report.text(terminal))
            terminal.talk("The manifest would not load, so there is nothing to explain.")
            return .refused
        }
    }

    private typealias Files = (manifest: (String, [UInt8]), openAPI: (String, [UInt8]))

    private static func shippedFiles(_ name: String) throws -> Files {
        let files = try SandboxJourneys.sources(of: name, now: Date())
        return (("\(name)/manifest.json", files.manifest), ("\(name)/openapi.json", files.openAPI))
    }

    private static func ownFiles(_ name: String, _ invocation: Invocation) throws -> Files {
        let bundle = invocation.value(.openapi) ?? Support.sibling("openapi.json", of: name)
        return ((name, try Support.read(name)), (bundle, try Support.read(bundle)))
    }

    private static func script(for name: String, isShipped: Bool, _ invocation: Invocation) throws -> EventScript {
        if let path = invocation.value(.script) { return try EventScript(try Support.read(path), file: path) }
        guard isShipped else {
            throw CommandFailure.usage("Name the script with --script.")
        }
        return try EventScript(try SandboxJourneys.events(for: name), file: "\(name)/events.json")
    }
}
