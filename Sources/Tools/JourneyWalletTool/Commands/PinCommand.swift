import CashBaba
import JourneyCLI
import JourneyHarness

extension WalletCommands {
    static func pin(_ drawing: ScreenDrawing.Maker?) -> Command {
        Command(
            "pin", summary: "sets, changes and resets the PIN of a wallet",
            subcommands: [
                WalletHelp.command(
                    "set", summary: "sets the first PIN, with a code",
                    examples: [.init("journey pin set", "Asks on this terminal; the code is in the sandbox's inbox.")],
                    drawing
                ) { _ in WalletFlowChoice(.SET_PIN) },
                WalletHelp.command(
                    "change", summary: "changes the PIN, with the current one",
                    examples: [.init("journey pin change --lang bn", "The same screens in Bengali.")], drawing
                ) { _ in WalletFlowChoice(.CHANGE_PIN) },
                WalletHelp.command(
                    "forgot", summary: "resets a forgotten PIN, with the user's identity and a code",
                    examples: [.init("journey pin forgot --customer wallet-2", "For a customer with a PIN.")], drawing
                ) { _ in WalletFlowChoice(.FORGOT_PIN) },
            ])
    }
}
