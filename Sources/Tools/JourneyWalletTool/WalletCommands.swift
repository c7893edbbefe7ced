package import JourneyCLI
package import JourneyHarness

/// The commands `pin`, `pay`, `transfer` and `card`. They run the wallet SDK and its screens against a service, and show a card
/// that its issuer draws.
package enum WalletCommands {
    /// The implementation of a command.
    package typealias Run = @Sendable (Invocation) async throws -> CommandStatus

    /// Returns all commands. A program that can draw screens passes `drawing`, which saves screenshots. `showCard` implements
    /// `card show`, which needs a web engine.
    package static func commands(drawing: ScreenDrawing.Maker? = nil, showCard: @escaping Run) -> [Command] {
        [pin(drawing), pay(drawing), transfer(drawing), card(drawing, showCard)]
    }
}

/// The help texts of the commands.
enum WalletHelp {
    static let status =
        "Status 0: done. 1: left, or the outcome is unknown. 2: input that cannot be used. 3: the service refused."
    static let person =
        "The screens are shown on this terminal. With --answers FILE there are no prompts: docs/reference/cashbaba.md."

    /// Returns a flow's command, with the options common to all.
    static func command(
        _ name: String, summary: String, discussion: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Command.Example], _ drawing: ScreenDrawing.Maker?,
        flow: @escaping @Sendable (Invocation) throws -> WalletFlowChoice
    ) -> Command {
        Command(
            name, summary: summary, discussion: discussion + [person, status], arguments: arguments,
            options: options + ServiceChoice.options + WalletRun.options
                + (drawing == nil ? [] : [ScreenDrawing.option]),
            examples: examples
        ) { invocation in
            let choice = try flow(invocation)
            return try await Interruption.handled { try await WalletRun(choice, invocation, drawing).run() }
        }
    }
}
