package import JourneyCLI
package import JourneyHarness

/// The commands `pin`, `pay`, `transfer` and `card`: a person and a wallet's service, through the SDK and its screens, and a
/// card that its issuer draws.
package enum WalletCommands {
    /// What a command does.
    package typealias Run = @Sendable (Invocation) async throws -> CommandStatus

    /// All of them. A program that can draw screens gives `drawing`: then they can leave pictures of theirs. `showCard` is what
    /// `card show` does, which needs a web engine.
    package static func commands(drawing: ScreenDrawing.Maker? = nil, showCard: @escaping Run) -> [Command] {
        [pin(drawing), pay(drawing), transfer(drawing), card(drawing, showCard)]
    }
}

/// What the help of each command says.
enum WalletHelp {
    static let status =
        "Status 0: done. 1: left, or nobody knows what became of it. 2: input that cannot be used. 3: the service refused."
    static let person =
        "The screens stand on this terminal. With --answers FILE nobody is asked; docs/reference/cashbaba.md has the file's form."

    /// A flow's command, with the options that all have.
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
