import JourneyBase
import JourneyHarness
import JourneySandbox
import SandboxServices

/// One flow of the wallet that `journey demo` can run unattended.
struct WalletFlow: Sendable {
    let name: String
    let summary: String
    /// What the report is called.
    let title: String
    let branches: [WalletBranch]

    static let all: [WalletFlow] = [
        .setPin, .changePin, .forgotPin, .transfer, .payment, .distributorPayment, .qrPayment, .prepaidCard,
    ]

    /// A flow with one way to go.
    init(_ name: String, _ summary: String, title: String, _ branches: WalletBranch...) {
        self.name = name
        self.summary = summary
        self.title = title
        self.branches = branches
    }

    static let setPin = WalletFlow(
        "set-pin", "Somebody new sets the PIN of a wallet, with a code.", title: "A first PIN",
        WalletBranch(
            name: "set", summary: "A wrong code and a PIN that is too easy first, then the right ones.",
            customer: "wallet-1", command: ["pin", "set"],
            answers: [
                "answers": [
                    ["screen": "welcome", "press": "proceed"], wrongCode, rightCode, newPin("45678"), newPin("86420"),
                ]
            ], mistakes: 2, checks: [hasPin, nothingMoved]))

    static let changePin = WalletFlow(
        "change-pin", "Somebody changes the PIN of a wallet.", title: "Another PIN",
        WalletBranch(
            name: "changed", summary: "The old PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["pin", "change"],
            answers: ["answers": [change(from: "13579"), change(from: "24680")]], mistakes: 1,
            checks: [hasPin, nothingMoved]))

    static let forgotPin = WalletFlow(
        "forgot-pin", "Somebody forgot the PIN, says who they are, and sets a new one.",
        title: "A PIN that was forgotten",
        WalletBranch(
            name: "reset", summary: "The last digits of the national ID are wrong once, and right then.",
            customer: "wallet-2", command: ["pin", "forgot"],
            answers: [
                "answers": [
                    identity("0000"), identity("8765"), rightCode, newPin("86420"),
                ]
            ], mistakes: 1, checks: [hasPin, nothingMoved]))

    static let rightCode: JSONValue = ["screen": "code", "inbox": "code"]
    private static let wrongCode: JSONValue = ["screen": "code", "values": ["code": "000000"]]

    private static func newPin(_ pin: JSONValue) -> JSONValue {
        ["screen": "new-pin", "values": ["new": pin, "repeat": pin]]
    }

    private static func change(from pin: JSONValue) -> JSONValue {
        ["screen": "change-pin", "values": ["current": pin, "new": "86420", "repeat": "86420"]]
    }

    private static func identity(_ digits: JSONValue) -> JSONValue {
        ["screen": "identity", "values": ["nationalId": digits, "birthDate": "1985-11-03"]]
    }

    private static let hasPin: WalletBranch.Check = { _, after in
        Report.Check("The wallet has a PIN, and no wrong one is counted.", holds: after.hasPin && after.failures == 0)
    }

    private static let nothingMoved: WalletBranch.Check = { before, after in
        Report.Check(
            "No money was moved.", holds: after.movements.isEmpty && after.balance == before.balance)
    }

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

/// One way that a flow of the wallet can go.
struct WalletBranch: DemoScenario {
    typealias Check = @Sendable (_ before: WalletRecords.Person, _ after: WalletRecords.Person) -> Report.Check

    let name: String
    let summary: String
    /// Whose wallet it is.
    let customer: String
    /// The command, such as `pin set`.
    let command: [String]
    /// What the person does, as `--answers` takes it.
    let answers: JSONValue
    /// How the sandbox misbehaves.
    var faults: JSONValue?
    /// Whether pictures for a face check are at hand.
    var hasFaces = false
    /// What the command says at its end.
    var outcome = "done"
    /// How often the person is told of a mistake.
    let mistakes: Int
    /// What has to stand in the books.
    let checks: [Check]
}
