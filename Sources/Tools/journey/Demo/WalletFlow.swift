import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyTrace
import SandboxServices

/// A wallet flow that `journey demo` can run unattended.
struct WalletFlow: Sendable {
    let name: String
    let summary: String
    /// The title of the report.
    let title: String
    let branches: [WalletBranch]

    static let all: [WalletFlow] = [
        .setPin, .changePin, .forgotPin, .transfer, .payment, .distributorPayment, .qrPayment, .prepaidCard,
    ]

    /// Creates a flow with its branches.
    init(_ name: String, _ summary: String, title: String, _ branches: WalletBranch...) {
        self.name = name
        self.summary = summary
        self.title = title
        self.branches = branches
    }

    static let setPin = WalletFlow(
        "set-pin", "A new user sets a wallet's PIN with a code.", title: "A first PIN",
        WalletBranch(
            name: "set", summary: "A wrong code and a weak PIN first, then valid ones.",
            customer: "wallet-1", command: ["pin", "set"],
            answers: [
                "answers": [
                    ["screen": "welcome", "press": "proceed"], wrongCode, rightCode, newPin("45678"), newPin("86420"),
                ]
            ], mistakes: 2, checks: [hasPin, nothingMoved]))

    static let changePin = WalletFlow(
        "change-pin", "A user changes a wallet's PIN.", title: "A changed PIN",
        WalletBranch(
            name: "changed", summary: "The old PIN is wrong once, then correct.", customer: "wallet-2",
            command: ["pin", "change"],
            answers: ["answers": [change(from: "13579"), change(from: "24680")]], mistakes: 1,
            checks: [hasPin, nothingMoved]))

    static let forgotPin = WalletFlow(
        "forgot-pin", "A user forgot the PIN, confirms their identity, and sets a new one.",
        title: "A forgotten PIN",
        WalletBranch(
            name: "reset", summary: "The last digits of the national ID are wrong once, then correct.",
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
        TraceHeader.Check("The wallet has a PIN and no failed attempts.", holds: after.hasPin && after.failures == 0)
    }

    private static let nothingMoved: WalletBranch.Check = { before, after in
        TraceHeader.Check(
            "No money was moved.", holds: after.movements.isEmpty && after.balance == before.balance)
    }

    static let transfer = WalletFlow(
        "transfer", "A user sends money from a wallet to a bank account.", title: "Money to a bank account",
        WalletBranch(
            name: "sent", summary: "The PIN is wrong once, then correct.", customer: "wallet-2",
            command: ["transfer", "bank-3", "1250.50", "--purpose", "Rent"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [moved(126_050, for: nil)]))

    static let payment = WalletFlow(
        "payment", "A user pays a shop from a wallet.", title: "A bill paid with a PIN",
        WalletBranch(
            name: "paid", summary: "The PIN is wrong once, then correct.", customer: "wallet-2",
            command: ["pay", "confirm", "PAY-3"], answers: ["answers": [confirm("13579"), confirm("24680")]],
            mistakes: 1, checks: [moved(90_400, for: "PAY-3")]),
        WalletBranch(
            name: "lost",
            summary: "The payment succeeds but the response is lost: the user is not offered to pay again.",
            customer: "wallet-2", command: ["pay", "confirm", "PAY-3"], answers: ["answers": [confirm("24680")]],
            faults: lost("payment"), outcome: "failed", mistakes: 0, checks: [moved(90_400, for: "PAY-3")]))

    static let distributorPayment = WalletFlow(
        "distributor-payment", "A user pays a distributor from a wallet.", title: "A distributor's bill",
        WalletBranch(
            name: "paid", summary: "The PIN is wrong once, then correct.", customer: "wallet-2",
            command: ["pay", "confirm", "DIST-3", "--distributor"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [moved(751_000, for: "DIST-3")]))

    static let qrPayment = WalletFlow(
        "qr-payment", "A user pays by QR code from a wallet.", title: "A payment by QR code",
        WalletBranch(
            name: "face", summary: "The amount is high, so a face check precedes the code.", customer: "wallet-2",
            command: ["pay", "qr", "QR-3-FACE"], answers: ["answers": [rightCode]], hasFaces: true, mistakes: 0,
            checks: [moved(900_000, for: "QR-3-FACE")]),
        WalletBranch(
            name: "plain", summary: "The amount is low, so a code is sufficient.", customer: "wallet-2",
            command: ["pay", "qr", "QR-3"], answers: ["answers": [rightCode]], mistakes: 0,
            checks: [moved(32_500, for: "QR-3")]),
        WalletBranch(
            name: "lost", summary: "The response to the confirmation is lost; the status query shows that it was paid.",
            customer: "wallet-2", command: ["pay", "qr", "QR-3"], answers: ["answers": [rightCode]],
            faults: lost("cpqrcConfirm"), mistakes: 0, checks: [moved(32_500, for: "QR-3")]))

    static let prepaidCard = WalletFlow(
        "prepaid-card", "A user orders a prepaid card.", title: "A prepaid card",
        WalletBranch(
            name: "ordered", summary: "The PIN is wrong once, then correct.", customer: "wallet-2",
            command: ["card", "order", "CARD-STUDENT", "House 7, Road 3, Dhaka", "--promotion", "EID"],
            answers: ["answers": [confirm("13579"), confirm("24680")]], mistakes: 1,
            checks: [
                { before, after in
                    TraceHeader.Check(
                        "One card was ordered, and no money was moved.",
                        holds: after.cards == ["CARD-STUDENT"] && after.balance == before.balance)
                }
            ]))

    private static func confirm(_ pin: JSONValue) -> JSONValue { ["screen": "confirm-pin", "values": ["pin": pin]] }

    private static func lost(_ operation: JSONValue) -> JSONValue {
        ["faults": [["operation": operation, "fault": "dropped", "when": "after", "count": 1]]]
    }

    /// Checks that the amount was moved exactly once; the unit is the poisha.
    private static func moved(_ poisha: Int64, for reference: String?) -> WalletBranch.Check {
        { before, after in
            TraceHeader.Check(
                "The amount was moved once, and the balance decreased by it.",
                holds: after.movements.map(\.reference) == [reference]
                    && after.movements.first?.status == "Authorized" && after.movements.first?.amount == poisha
                    && before.balance - after.balance == poisha)
        }
    }
}

/// A branch of a wallet flow.
struct WalletBranch: DemoScenario {
    typealias Check = @Sendable (_ before: WalletRecords.Person, _ after: WalletRecords.Person) -> TraceHeader.Check

    let name: String
    let summary: String
    /// The owner of the wallet.
    let customer: String
    /// The command, such as `pin set`.
    let command: [String]
    /// The user's answers, in the format of `--answers`.
    let answers: JSONValue
    /// The faults that the sandbox injects.
    var faults: JSONValue?
    /// `true` if pictures for a face check are provided.
    var hasFaces = false
    /// The expected outcome of the command.
    var outcome = "done"
    /// The expected number of displayed errors.
    let mistakes: Int
    /// Checks of the wallet's records.
    let checks: [Check]
}
