import JourneyCLI
import JourneyLanguage

extension JourneyCommand {
    static let schema: Command = Command(
        "schema", summary: "prints the JSON Schema of manifests",
        discussion: [
            "JSON Schema 2020-12, for editors. The loader and lint validate manifests against the same schema."
        ],
        options: [
            Option(.version, value: .choice(["1.1", "1.2", "1.3"]), help: "The manifest version", defaultText: "1.3"),
            Option(.reference, help: "Print a reference of all members in Markdown"),
        ],
        examples: [.init("journey schema --version 1.1 > manifest.schema.json", "Saves the schema for an editor.")]
    ) { invocation in
        let version = invocation.value(.version).flatMap(Journey.Version.init) ?? .v13
        if invocation.has(.reference) {
            invocation.terminal.data(ManifestReference.text(version), end: "")
            return .done
        }
        invocation.terminal.print(
            ManifestSchema.document(version), or: String(ManifestSchema.text(version).dropLast()))
        return .done
    }
}
