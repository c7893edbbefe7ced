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
}

/// One way that a flow of the wallet can go.
struct WalletBranch: Sendable {
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
