import JourneyBase
import JourneyCLI
import JourneyDocumentTool
import JourneyGatewayTool
import JourneyOpenAPITool
import JourneyPassTool
import JourneyWalletTool

/// The command-line program `journey`.
enum JourneyCommand {
    static let version = JourneyKitVersion.current

    static let root: Command = Command(
        "journey", summary: "creates, checks and runs signed journeys",
        discussion: [
            "A journey is a signed manifest with an OpenAPI bundle. Data goes to standard output, messages to standard"
                + " error. Exit status: 0 done, 1 failed, 2 bad input, 3 refused."
        ],
        options: [Option(.version, help: "Print the version")],
        examples: [.init("journey demo", "Watch a bank journey run, unattended.")],
        subcommands: Command.task("Try", [demo, run, serve, screens])
            + Command.task("Write a journey", [new, importArazzo, BundleCommand.command, schema, migrate])
            + Command.task("Check a journey", [lint, test, explain, prove, graph, guardValue, trace, plugins])
            + Command.task("Sign and deploy", [sign, verify, GatewayCommand.command])
            + Command.task("Identity documents", [DocumentCommand.command])
            + Command.task(
                "Payments and cards", WalletCommands.commands(showCard: showCard) + [PaymentCodeCommand.command])
            + Command.task("Passes", PassCommands.all)
            + Command.task("Set up this machine", [doctor, dev, completions]))

    /// Runs `card show` in `journey-web`, which accepts the same arguments.
    @Sendable private static func showCard(_ invocation: Invocation) async throws -> CommandStatus {
        try WebProgram.check(for: "card show")
        try WebProgram.become(Array(CommandLine.arguments.dropFirst()))
    }
}
