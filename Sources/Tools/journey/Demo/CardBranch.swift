/// A branch of the card details demo.
struct CardBranch: DemoScenario {
    let name: String
    let summary: String
    /// The sandbox's label of the card.
    let card: String
    /// The code to enter, once.
    let code: String
    /// The expected exit status and outcome of the command.
    let status: Int32
    let outcome: String
    /// The expected screens, in order.
    let screens: [String]
    /// The expected error code of a failure.
    var reason: String?

    var isShown: Bool { outcome == "done" }

    static let all = [
        CardBranch(
            name: "shown", summary: "Consent, code, fingerprint, and the card is shown.", card: "everyday",
            code: "123456",
            status: 0, outcome: "done", screens: ["card-channel", "card-code", "biometric", "card-shown"]),
        CardBranch(
            name: "wrong-code", summary: "A wrong code only: the card is not shown.", card: "everyday",
            code: "654321", status: 1, outcome: "cancelled",
            screens: ["card-channel", "card-code", "biometric", "card-code"]),
        CardBranch(
            name: "no-second-factor", summary: "A user without a verified phone gets an explanation.", card: "cleos",
            code: "123456", status: 3, outcome: "failed", screens: ["card-channel", "card-mfa"],
            reason: "MFA_NOT_ENABLED"),
        CardBranch(
            name: "lost", summary: "A card that was reported lost does not ask for a code.", card: "lost",
            code: "123456",
            status: 3, outcome: "failed", screens: ["card-blocked"], reason: "CARD_BLOCKED"),
    ]
}
