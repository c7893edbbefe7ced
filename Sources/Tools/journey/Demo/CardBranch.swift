/// One way that the demo of card details can go.
struct CardBranch: DemoScenario {
    let name: String
    let summary: String
    /// What the sandbox calls the card.
    let card: String
    /// What is typed, once.
    let code: String
    /// With which status the command has to end, and what it has to say.
    let status: Int32
    let outcome: String
    /// The screens that have to come, in this order.
    let screens: [String]
    /// The reason of a failure.
    var reason: String?

    var isShown: Bool { outcome == "done" }

    static let all = [
        CardBranch(
            name: "shown", summary: "Consent, the code, a finger, and the card.", card: "everyday", code: "123456",
            status: 0, outcome: "done", screens: ["card-channel", "card-code", "biometric", "card-shown"]),
        CardBranch(
            name: "wrong-code", summary: "A wrong code and no other: nothing is shown.", card: "everyday",
            code: "654321", status: 1, outcome: "cancelled",
            screens: ["card-channel", "card-code", "biometric", "card-code"]),
        CardBranch(
            name: "no-second-factor", summary: "A person whose phone is not verified is told so.", card: "cleos",
            code: "123456", status: 3, outcome: "failed", screens: ["card-channel", "card-mfa"],
            reason: "MFA_NOT_ENABLED"),
        CardBranch(
            name: "lost", summary: "A card that was reported lost asks for no code.", card: "lost", code: "123456",
            status: 3, outcome: "failed", screens: ["card-blocked"], reason: "CARD_BLOCKED"),
    ]
}
