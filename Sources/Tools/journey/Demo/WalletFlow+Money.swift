import JourneyBase
import JourneyHarness
import JourneySandbox
import SandboxServices

extension WalletFlow {
    static let transfer = WalletFlow(
        "transfer", "Somebody sends money from a wallet to a bank account.", title: "Money to a bank account",
        WalletBranch(
            name: "sent", summary: "The PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["transfer", "bank-3", "1250.50", "--purpose", "Rent"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [moved(126_050, for: nil)]))

    static let payment = WalletFlow(
        "payment", "Somebody pays a shop out of a wallet.", title: "A bill, paid with a PIN",
        WalletBranch(
            name: "paid", summary: "The PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["pay", "confirm", "PAY-3"], answers: ["answers": [confirm("13579"), confirm("24680")]],
            mistakes: 1, checks: [moved(90_400, for: "PAY-3")]),
        WalletBranch(
            name: "lost", summary: "The service pays, and its answer is lost: nobody is offered to pay again.",
            customer: "wallet-2", command: ["pay", "confirm", "PAY-3"], answers: ["answers": [confirm("24680")]],
            faults: lost("payment"), outcome: "failed", mistakes: 0, checks: [moved(90_400, for: "PAY-3")]))

    static let distributorPayment = WalletFlow(
        "distributor-payment", "Somebody pays a distributor out of a wallet.", title: "A distributor's bill",
        WalletBranch(
            name: "paid", summary: "The PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["pay", "confirm", "DIST-3", "--distributor"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [moved(751_000, for: "DIST-3")]))

    static let qrPayment = WalletFlow(
        "qr-payment", "Somebody pays what a QR code stands for, out of a wallet.", title: "A payment by QR code",
        WalletBranch(
            name: "face", summary: "The amount is high: a face check comes before the code.", customer: "wallet-2",
            command: ["pay", "qr", "QR-3-FACE"], answers: ["answers": [rightCode]], hasFaces: true, mistakes: 0,
            checks: [moved(900_000, for: "QR-3-FACE")]),
        WalletBranch(
            name: "plain", summary: "The amount is low: a code will do.", customer: "wallet-2",
            command: ["pay", "qr", "QR-3"], answers: ["answers": [rightCode]], mistakes: 0,
            checks: [moved(32_500, for: "QR-3")]),
        WalletBranch(
            name: "lost", summary: "The answer to the confirmation is lost; the status says that it was paid.",
            customer: "wallet-2", command: ["pay", "qr", "QR-3"], answers: ["answers": [rightCode]],
            faults: lost("cpqrcConfirm"), mistakes: 0, checks: [moved(32_500, for: "QR-3")]))

    static let prepaidCard = WalletFlow(
        "prepaid-card", "Somebody orders a prepaid card.", title: "A prepaid card",
        WalletBranch(
            name: "ordered", summary: "The PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["card", "order", "CARD-STUDENT", "House 7, Road 3, Dhaka", "--promotion", "EID"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [
                { before, after in
                    Report.Check(
                        "One card is ordered, and no money was moved.",
                        holds: after.cards == ["CARD-STUDENT"] && after.balance == before.balance)
                }
            ]))

    private static func confirm(_ pin: JSONValue) -> JSONValue { ["screen": "confirm-pin", "values": ["pin": pin]] }

    private static func lost(_ operation: JSONValue) -> JSONValue {
        ["faults": [["operation": operation, "fault": "dropped", "when": "after", "count": 1]]]
    }

    /// Once, and to the poisha.
    private static func moved(_ poisha: Int64, for reference: String?) -> WalletBranch.Check {
        { before, after in
            Report.Check(
                "The money was moved once, and the balance is lower by exactly that.",
                holds: after.movements.map(\.reference) == [reference]
                    && after.movements.first?.status == "Authorized" && after.movements.first?.amount == poisha
                    && before.balance - after.balance == poisha)
        }
    }
}
