import JourneyBase
package import JourneyCLI
import JourneyCrypto

/// The command `bundle`.
package enum BundleCommand {
    package static let command = Command(
        "bundle", summary: "makes one OpenAPI document in JSON of a bank's files in YAML or JSON",
        discussion: [
            "Reads the entry document and the files below its folder that it refers to; nothing is fetched, and no link may leave the"
                + " folder. References lead to components of the result, which has the operations that --operation or --manifest"
                + " name, or else all. The same files give the same bytes, whose SHA-256 a manifest pins.",
            "An overlay (Overlay Specification 1.0) adds to the entry document or removes from it before that.",
        ],
        arguments: [Argument(.entry, help: "the entry document, in YAML or JSON")],
        options: [
            Option(.output, "o", value: .file, help: "Write to this file", defaultText: "standard output"),
            Option(
                .operation, value: .text("ID"), help: "Keep this operation; may be repeated", defaultText: "all",
                isRepeated: true),
            Option(.manifest, value: .file, help: "Keep the operations that this manifest calls"),
            Option(.overlay, value: .file, help: "Apply this overlay; may be repeated", isRepeated: true),
            Option(
                .root, value: .directory, help: "The folder that no reference may leave",
                defaultText: "the entry document's"),
        ],
        examples: [
            .init("journey bundle bank.yaml --manifest manifest.json -o openapi.json", "Keeps what a manifest calls."),
            .init(
                "journey bundle bank.yaml --operation pay --overlay ours.yaml -o openapi.json",
                "Keeps one operation, after your own changes."),
        ]
    ) { invocation in
        var request = OpenAPIBundle.Request(entry: try invocation.required(.entry))
        request.root = invocation.value(.root)
        request.overlays = invocation.values(.overlay)
        request.operations = try operations(invocation)
        let bundle = try bundle(request)
        for warning in bundle.warnings { invocation.terminal.talk("Warning: \(warning)") }
        guard let path = invocation.value(.output) else {
            invocation.terminal.data(String(decoding: bundle.bytes, as: UTF8.self), end: "")
            return .done
        }
        try WholeFile.write(bundle.bytes, to: path)
        let hash = Hex.encode(SHA256.hash(bundle.bytes))
        invocation.terminal.print(
            [
                "file": .string(path), "bytes": .number(JSONNumber(bundle.bytes.count)), "sha256": .string(hash),
                "files": .array(bundle.files.map(JSONValue.string)),
                "warnings": .array(bundle.warnings.map(JSONValue.string)),
            ], or: "\(path): \(bundle.bytes.count) bytes, SHA-256 \(hash)")
        return .done
    }

    /// Returns a bundle, or throws its refusal as the error of a command.
    package static func bundle(_ request: OpenAPIBundle.Request) throws(CommandError) -> OpenAPIBundle {
        do throws(BundleError) { return try OpenAPIBundle(request) } catch {
            throw CommandError(.badInput, code: error.code, error.message)
        }
    }

    private static func operations(_ invocation: Invocation) throws -> Set<String>? {
        let named = invocation.values(.operation).flatMap { $0.split(separator: ",").map(String.init) }
        guard let path = invocation.value(.manifest) else { return named.isEmpty ? nil : Set(named) }
        let bytes = try BoundedFile.read(path, limit: 1 << 20)
        do throws(JSONReadError) {
            let manifest = try JSONReader.read(bytes, limits: JSONLimits(bytes: 1 << 20, values: 1_000_000))
            return OpenAPIBundle.operations(in: manifest).union(named)
        } catch { throw CommandError(.badInput, code: .jsonInvalid, "\(path) is not valid JSON: \(error).") }
    }
}
