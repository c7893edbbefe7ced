import CashBaba
import JourneyCLI
import JourneyHarness

extension WalletCommands {
    static func card(_ drawing: ScreenDrawing.Maker?, _ show: @escaping Run) -> Command {
        Command(
            "card", summary: "orders a prepaid card; shows a card in its issuer's own frames",
            subcommands: [orderCard(drawing), showCard(show), cardToken])
    }

    private static func orderCard(_ drawing: ScreenDrawing.Maker?) -> Command {
        WalletHelp.command(
            "order", summary: "orders a prepaid card, with the PIN",
            arguments: [
                Argument(.product, kind: .text("CODE"), help: "the card's product code"),
                Argument(.address, kind: .text("ADDRESS"), help: "the delivery address, in quotes"),
            ],
            options: [Option(.promotion, value: .text("CODE"), help: "A promotion's code")],
            examples: [
                .init("journey card order CARD-CLASSIC 'House 7, Road 3, Dhaka'", "Orders one."),
                .init("journey card order CARD-STUDENT 'House 7, Dhaka' --promotion EID", "With a promotion."),
            ], drawing
        ) { invocation in
            var choice = WalletFlowChoice(.APPLY_PREPAID_CARD)
            choice.cardProduct = try invocation.required(.product)
            choice.cardAddress = try invocation.required(.address)
            choice.cardPromotion = invocation.value(.promotion)
            return choice
        }
    }
}
