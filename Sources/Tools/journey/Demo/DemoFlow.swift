import JourneyBase
import JourneyHarness
import JourneyTrace

/// A flow that `journey demo` can run unattended.
struct DemoFlow: Sendable {
    /// The flow's name on the command line, which is also the journey's ID.
    var name: String
    /// A one-line summary.
    var summary: String
    /// The title of the report.
    var title: String
    /// The branches of the flow; the first is the default.
    var branches: [ScriptedScenario]

    /// All flows. A flow in this list is offered, run and completed by the shell.
    static let all: [DemoFlow] = [.moneyTransfer, .accountOpening]
}

/// A branch of a flow.
struct ScriptedScenario: DemoScenario {
    /// The branch's name on the command line.
    var name: String
    /// A one-line summary.
    var summary: String
    /// The journey's expected outcome: `completed` or `pending`.
    var outcome: String
    /// The file of the autopilot script.
    var script: String
    /// The step at whose page the app is killed and restarted.
    var killedAt: String?
    /// Checks the database and the timeline, and returns the checks and the rows to show.
    var examine:
        @Sendable (Timeline, _ database: String) async throws -> (
            checks: [TraceHeader.Check], rows: [TraceHeader.Table]
        )
}
