import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool

extension JourneyCommand {
    static let migrate: Command = Command(
        "migrate", summary: "rewrites a manifest of 1.2 as 1.3",
        discussion: [
            "Prints the manifest without a signature; it makes the same calls and ends alike. What 1.2 does not say is proposed, one"
                + " line each on standard error: the effect of each write, whether it moves money, and the window of its key."
        ],
        arguments: [Argument(.manifest, help: "the manifest, signed or not")],
        options: [
            Option(
                .openapi, value: .file, help: "The bundle, or a document in YAML",
                defaultText: "openapi.json or openapi.yaml beside the manifest")
        ] + OpenAPIInput.options,
        examples: [.init("journey migrate manifest.json > manifest-1.3.json", "Writes the new manifest.")]
    ) { invocation in
        let name = try invocation.required(.manifest)
        let manifest = try Support.read(name)
        let path = Support.document(invocation.value(.openapi), beside: name)
        let migration = try ManifestMigration(
            manifest, openAPI: try Support.openAPI(path, for: manifest, invocation).bytes)
        invocation.terminal.print(
            ["manifest": migration.manifest, "proposals": .array(migration.proposals.map { .string($0) })],
            or: String(migration.text.dropLast()))
        for proposal in migration.proposals { invocation.terminal.talk("Check: \(proposal)") }
        return .done
    }
}
