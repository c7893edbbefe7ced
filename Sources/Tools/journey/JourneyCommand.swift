import JourneyBase
import JourneyCLI
import JourneyDocumentTool
import JourneyGatewayTool
import JourneyPassTool
import JourneyWalletTool

/// The program `journey`.
enum JourneyCommand {
    static let version = JourneyKitVersion.current

    static let root: Command = Command(
        "journey", summary: "runs, makes and checks journeys that belong to somebody else",
        discussion: [
            "A journey is a signed manifest with an OpenAPI bundle. Data goes to standard output, talk to standard"
                + " error; status 0 means done, 1 failed, 2 bad input, 3 refused."
        ],
        options: [Option(.version, help: "Print the version")],
        examples: [.init("journey demo", "Watch a bank journey run, unattended.")],
        subcommands: [
            demo, new, run, serve, GatewayCommand.command, lint, explain, schema, graph, sign, verify, guardValue,
            DocumentCommand.command,
        ] + WalletCommands.commands(showCard: showCard) + PassCommands.all + [screens, doctor, dev, completions])

    /// `journey-web` understands the same words.
    @Sendable private static func showCard(_ invocation: Invocation) async throws -> CommandStatus {
        try WebProgram.check(for: "card show")
        try WebProgram.become(Array(CommandLine.arguments.dropFirst()))
    }
}
