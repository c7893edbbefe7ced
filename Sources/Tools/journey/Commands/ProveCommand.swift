import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let prove: Command = Command(
        "prove",
        summary: "explores every run of a journey and proves its payments safe, or shows a shortest run that is not",
        discussion: [
            "Explores all runs within bounds with the state machine, the retries and the resuming of an app: each guard is true,"
                + " false or an error unless constants decide it, each call answers by each documented status, is lost before"
                + " or after the bank acts, and the process is killed and resumed at each point.",
            "Proves or refutes: (a) each payment has one effect at most; (b) none is sent without approval; (c) terminals and"
                + " results can be reached; (d) steps and runs end; (e) pages decide nothing of a payment that was not shown;"
                + " (f) unknown never becomes failed; (g) outcomes fit what ended the run; with --accepted, (h) the journey"
                + " behaves like that version. docs/reference/prove.md has the details.",
            "The status is 0 if everything is proved, 3 if something is refuted, and 4 if a bound ended the exploration"
                + " before anything was refuted.",
        ],
        arguments: [
            Argument(.manifest, help: "the manifest, signed or not, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(
                .openapi, value: .file, help: "The bundle, or a document in YAML",
                defaultText: "openapi.json or openapi.yaml beside the manifest"),
            Option(
                .approval, value: .text("STEP"), help: "A web step whose page asks for the approval", isRepeated: true),
            Option(
                .accepted, value: .file,
                help: "The accepted version to compare with; its openapi.json is expected beside it"),
            Option(.retries, value: .integer(0...10), help: "The most retries of a call to explore", defaultText: "10"),
            Option(.kills, value: .integer(0...3), help: "How often a run is killed and resumed", defaultText: "1"),
            Option(.states, value: .integer(1...10_000_000), help: "The most states to explore", defaultText: "100000"),
            Option(.output, "o", value: .file, help: "Write a picture of the first counterexample, as SVG"),
        ] + OpenAPIInput.options,
        examples: [
            .init("journey prove money-transfer", "Proves a shipped journey."),
            .init("journey prove manifest.json -o counterexample.svg", "Draws what is refuted first."),
            .init(
                "journey prove new/manifest.json --accepted old/manifest.json",
                "Shows what a new version does otherwise."),
        ]
    ) { invocation in
        let name = try invocation.required(.manifest)
        let files = try proofFiles(name, invocation)
        var bounds = ProofBounds()
        bounds.retries = invocation.integer(.retries) ?? bounds.retries
        bounds.kills = invocation.integer(.kills) ?? bounds.kills
        bounds.states = invocation.integer(.states) ?? bounds.states
        let proof = try Proof(
            manifest: files.manifest, openAPI: files.openAPI, bounds: bounds,
            approvingSteps: invocation.values(.approval), accepted: try accepted(invocation))
        let terminal = invocation.terminal
        terminal.print(proof.json, or: ProofText.text(proof, terminal))
        if let path = invocation.value(.output), let first = proof.counterexamples.first {
            try Support.write(Array(proof.picture(of: first).utf8), to: path)
            terminal.talk("Written to \(path).")
        }
        switch proof.verdict {
        case .proved: return .done
        case .refuted: return .refused
        case .bounded: return .bounded
        }
    }

    private static func proofFiles(
        _ name: String, _ invocation: Invocation
    ) throws -> (manifest: [UInt8], openAPI: [UInt8]) {
        if SandboxJourneys.names.contains(name), !FileManager.default.fileExists(atPath: name) {
            let files = try SandboxJourneys.sources(of: name, now: Date())
            return (files.manifest, files.openAPI)
        }
        guard name == "-" || FileManager.default.fileExists(atPath: name) else { throw Support.manifestMissing(name) }
        let manifest = try Support.read(name)
        return (manifest, try bundle(of: manifest, name, invocation.value(.openapi), invocation))
    }

    private static func accepted(_ invocation: Invocation) throws -> (manifest: [UInt8], openAPI: [UInt8])? {
        guard let name = invocation.value(.accepted) else { return nil }
        let manifest = try Support.read(name)
        return (manifest, try bundle(of: manifest, name, nil, invocation))
    }

    private static func bundle(
        of manifest: [UInt8], _ name: String, _ path: String?, _ invocation: Invocation
    ) throws -> [UInt8] {
        try Support.openAPI(Support.document(path, beside: name), for: manifest, invocation).bytes
    }
}

/// Renders a proof for a terminal.
enum ProofText {
    static func text(_ proof: Proof, _ terminal: JourneyCLI.Terminal) -> String {
        let style = terminal.style
        var lines = proof.properties.map { property in
            let word =
                switch proof.holds(property) {
                case true?: style.green("holds  ")
                case false?: style.red("refuted")
                case nil: style.yellow("open   ")
                }
            return "\(word)  (\(property.rawValue)) \(property.sentence)"
        }
        for counterexample in proof.counterexamples {
            lines += [
                "", style.red("(\(counterexample.property.rawValue))") + " " + style.bold(counterexample.message),
            ]
            for (index, step) in counterexample.steps.enumerated() { lines += text(step, index + 1, style) }
        }
        lines += [
            "",
            "\(proof.states) states, \(proof.transitions) events. Bounds: \(proof.bounds.retries) retries of a call,"
                + " \(proof.bounds.kills) resumed \(proof.bounds.kills == 1 ? "run" : "runs"), \(proof.bounds.states) states.",
        ]
        lines += proof.reached.map { style.yellow("Bound reached: \($0). What lies beyond was not explored.") }
        return lines.joined(separator: "\n")
    }

    private static func text(_ step: ProofStep, _ number: Int, _ style: Style) -> [String] {
        let end = step.outcome.map { "; the run ends as " + style.bold($0) } ?? ""
        let move = step.entered.isEmpty ? "" : style.dim(" → \(step.entered.joined(separator: " → "))")
        let place = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)."
        return ["\(place) \(style.cyan(step.step)): \(step.text)\(move)\(end)"]
            + step.conditions.map { style.dim("       if \($0.source): \($0.value)") }
    }
}
