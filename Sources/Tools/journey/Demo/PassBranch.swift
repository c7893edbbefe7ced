/// One way that the demo of a pass can go.
struct PassBranch: DemoScenario {
    let name: String
    let summary: String
    let tag: String
    /// How the command that adds ends.
    let status: Int32

    static let all = [
        PassBranch(
            name: "added", summary: "The wallet signs, the service binds the pass, and tells of a new seat.",
            tag: "TICKET-001", status: 0),
        PassBranch(
            name: "unknown", summary: "There is no such ticket: the service says so, and nothing is added.",
            tag: "TICKET-404", status: 3),
    ]
}
