import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyTrace

/// Runs one flow: the sandbox and the pages each as a process, with a live timeline and a trace at the end. All processes
/// are ended, also after an error.
struct DemoRun: Sendable {
    let flow: DemoFlow
    let branch: ScriptedScenario
    let setting: DemoSetting
    /// The time limit of a flow.
    static let timeLimit = Duration.seconds(120)

    struct Ending: Sendable {
        var status: CommandStatus
        var json: JSONValue
    }

    func run() async throws -> Ending {
        let began = Date()
        return try await setting.withSandbox(["--database", setting.folder.database]) {
            try await run(against: $0, began: began)
        }
    }

    private func run(against sandbox: SandboxReadiness, began: Date) async throws -> Ending {
        let hasWebSandbox = await WebSandboxProbe.isAllowed()
        let (timeline, status, trace) = try await play(against: sandbox, hasWebSandbox: hasWebSandbox)
        let found = try await branch.examine(timeline, setting.folder.database)
        let checks =
            [
                TraceHeader.Check(
                    "The journey ended once with the outcome \(branch.outcome).", holds: ended(timeline) && status == 0)
            ]
            + found.checks
        return try DemoOutcome(
            flow: flow.name, branch: branch.name, title: flow.title, summary: flow.summary, timeline: timeline,
            checks: checks, rows: found.rows, trace: trace,
            facts: [
                ("journey", flow.name), ("web engine's sandbox", hasWebSandbox ? "on" : DemoRun.withoutSandbox),
            ]
        ).publish(in: setting, began: began)
    }

    private func ended(_ timeline: Timeline) -> Bool {
        timeline.events.filter { $0.name == "result" }.count == 1
            && timeline.result?["outcome"] == .string(branch.outcome)
    }

    /// Starts the pages and processes their events.
    private func play(
        against sandbox: SandboxReadiness, hasWebSandbox: Bool
    ) async throws -> (timeline: Timeline, status: Int32, trace: TraceWriter?) {
        var timeline = Timeline()
        let printer = TimelinePrinter(style: setting.terminal.style)
        func record(_ event: TimelineEvent) {
            timeline.append(event)
            if !setting.terminal.isJSON, let line = printer.line(for: event) { setting.terminal.data(line) }
        }
        var environment = Environment.current
        if !hasWebSandbox {
            environment[WebSandboxProbe.switchOff] = "1"
            record(TimelineEvent(at: 0, name: "notice", attributes: ["text": .string(DemoRun.withoutSandbox)]))
        }
        let inputs = try DemoInputs(sandbox: sandbox, stateFolder: setting.stateFolder)
        defer { inputs.remove() }
        var status: Int32 = 0
        var resumed: Int?
        if let step = branch.killedAt {
            _ = try await pages(inputs, [], environment, killedAt: step, record)
            record(TimelineEvent(at: timeline.duration, name: "notice", attributes: ["text": .string(DemoRun.killed)]))
            let later = timeline.duration
            resumed = later
            status = try await pages(inputs, ["--resume"], environment, killedAt: nil) { event in
                record(TimelineEvent(at: event.at + later, name: event.name, attributes: event.attributes))
            }
        } else {
            status = try await pages(inputs, [], environment, killedAt: nil, record)
        }
        if status != 0, timeline.result == nil {
            setting.terminal.talk("The pages ended with status \(status). \(setting.folder.logTail(of: "pages"))")
        }
        return (
            timeline, status,
            recorded(
                inputs, before: resumed.map { later in timeline.events.filter { $0.at < later } }, later: resumed ?? 0)
        )
    }

    /// Returns the trace that the pages' process wrote. A killed process has left none: what it reported comes first.
    private func recorded(_ inputs: DemoInputs, before: [TimelineEvent]?, later: Int) -> TraceWriter? {
        guard let trace = try? TraceReader.read(inputs.trace) else { return nil }
        var writer = TraceWriter(title: flow.title)
        for event in before ?? [] { writer.append(event, picture: setting.folder.contents) }
        writer.append(trace, later: later)
        writer.header = trace.header
        return writer
    }

    private static let killed = "The app is killed here without warning, and restarted."

    /// Runs the app once. Its events go to `record`, and it is killed once the page of `killedAt` is open.
    private func pages(
        _ inputs: DemoInputs, _ more: [String], _ environment: [String: String], killedAt: String?,
        _ record: (TimelineEvent) -> Void
    ) async throws -> Int32 {
        var step = ""
        return try await DemoCommand(
            name: "pages",
            words: [
                "run", flow.name, "--sandbox", inputs.sandbox, "--autopilot", branch.script, "--shots",
                setting.folder.path, "--trace", inputs.trace, "--store", inputs.store, "--locale", setting.locale,
                "--patience", "30", "--json",
                "--with-parent",
            ] + more + (setting.showsWindow ? [] : ["--headless"]), folder: setting.folder
        ).run(in: environment) { line, process in
            guard let event = TimelineEvent(line: line) else { return }
            record(event)
            if event.name == "step_enter" { step = event.text("step") ?? "" }
            if step == killedAt, event.attributes["name"] == "bridge_ready" { process.kill() }
        }
    }

    static let withoutSandbox =
        "This kernel does not allow the web engine's sandbox, so the demo runs without it; apps always use it."
}
