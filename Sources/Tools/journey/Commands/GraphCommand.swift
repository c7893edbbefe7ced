import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneySandbox

extension JourneyCommand {
    static let graph: Command = Command(
        "graph", summary: "draws a journey's steps and transitions",
        arguments: [
            Argument(.manifest, help: "the manifest, signed or not, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(
                .format, "f", value: .choice(["mermaid", "svg"]), help: "The output format", defaultText: "mermaid"),
            Option(.output, "o", value: .file, help: "Write to this file", defaultText: "standard output"),
        ],
        examples: [.init("journey graph money-transfer --format svg -o graph.svg", "Draws a picture.")]
    ) { invocation in
        let name = try invocation.required(.manifest)
        let manifest: JSONValue
        if SandboxJourneys.names.contains(name), !FileManager.default.fileExists(atPath: name) {
            manifest = try JSONReader.read(try SandboxJourneys.sources(of: name, now: Date()).manifest)
        } else {
            manifest = try Support.readJSON(name)
        }
        guard let outline = JourneyOutline(manifest: manifest) else {
            throw CommandError(.badInput, code: ErrorCode.manifestInvalid.rawValue, "The manifest has no steps.")
        }
        let format = invocation.value(.format) ?? "mermaid"
        let drawing = format == "svg" ? Graph.svg(outline) : Graph.mermaid(outline)
        if let path = invocation.value(.output) {
            try Support.write(Array(drawing.utf8), to: path)
            invocation.terminal.talk("Written to \(path).")
            if invocation.terminal.isJSON {
                invocation.terminal.json(["file": .string(path), "format": .string(format)])
            }
        } else {
            invocation.terminal.print(["format": .string(format), "drawing": .string(drawing)], or: drawing)
        }
        return .done
    }
}
