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
    /// The autopilot's script, by the journey's folder in the sandbox.
    var script: @Sendable () throws -> [UInt8]
    /// Looks into the books and at the timeline: what holds, and the rows to show.
    var examine: @Sendable (Timeline, _ database: String) async throws -> (checks: [Report.Check], rows: [Report.Row])

    /// All of them; a flow that is added here is listed, run and completed by the shell.
    static let all: [DemoFlow] = [.moneyTransfer]
}
