/// A branch of the pass demo.
struct PassBranch: DemoScenario {
    let name: String
    let summary: String
    let tag: String
    /// The expected exit status of the command that adds the pass.
    let status: Int32

    static let all = [
        PassBranch(
            name: "added", summary: "The wallet signs, the service binds the pass, and later updates its seat.",
            tag: "TICKET-001", status: 0),
        PassBranch(
            name: "unknown", summary: "The ticket does not exist: the service refuses it, and nothing is added.",
            tag: "TICKET-404", status: 3),
    ]
}
