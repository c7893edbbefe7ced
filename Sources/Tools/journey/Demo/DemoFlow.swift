import JourneyBase
import JourneyHarness

/// One flow that `journey demo` can run unattended.
struct DemoFlow: Sendable {
    /// The word that calls it; also the journey's id.
    var name: String
    /// One line.
    var summary: String
    /// What the report is called.
    var title: String
    /// The ways it can go; the first unless another is asked for.
    var branches: [ScriptedScenario]

    /// All of them; a flow that is added here is listed, run and completed by the shell.
    static let all: [DemoFlow] = [.moneyTransfer, .accountOpening]
}

/// One way that a flow can go.
struct ScriptedScenario: DemoScenario {
    /// The word that calls it.
    var name: String
    /// One line.
    var summary: String
    /// What the journey has to end with: `completed` or `pending`.
    var outcome: String
    /// The file of the autopilot's script.
    var script: String
    /// The step at whose page the app is killed, to be started again.
    var killedAt: String?
    /// Looks into the books and at the timeline: what holds, and the rows to show.
    var examine: @Sendable (Timeline, _ database: String) async throws -> (checks: [Report.Check], rows: [Report.Row])
}
