import CashBaba
import JourneyCLI
import JourneyHarness

extension WalletCommands {
    static func transfer(_ drawing: ScreenDrawing.Maker?) -> Command {
        WalletHelp.command(
            "transfer", summary: "transfers money from a wallet to the user's bank account, with the PIN",
            arguments: [
                Argument(.account, kind: .text("TOKEN"), help: "the bank account's token"),
                Argument(.amount, kind: .text("AMOUNT"), help: "in taka, with at most two decimals"),
            ],
            options: [Option(.purpose, value: .text("TEXT"), help: "The purpose of the transfer")],
            examples: [.init("journey transfer bank-1 1250.50 --purpose rent", "Sends ৳1250.50.")], drawing
        ) { invocation in
            var choice = WalletFlowChoice(.TRANSFER)
            choice.transfer = TransferInfo(
                bankTokenNo: try invocation.required(.account), transactionAmount: try amount(invocation),
                purpose: invocation.value(.purpose) ?? "")
            return choice
        }
    }

    /// Returns the amount. An invalid one is refused before any call to the service.
    private static func amount(_ invocation: Invocation) throws -> String {
        let text = try invocation.required(.amount)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isDigits, parts.count <= 2, parts.count < 2 || parts[1].utf8.count <= 2,
            text.contains(where: { "123456789".contains($0) })
        else {
            throw CommandError(
                .badInput, code: .amountInvalid,
                "AMOUNT must be taka above zero with at most two decimals, such as 1250.50, not ‘\(text)’.")
        }
        return text
    }
}
