import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness

/// Runs one flow: the sandbox and the pages each as a process of their own, the timeline as it happens, and at the end
/// the report. Whatever happens, no process is left.
struct DemoRun: Sendable {
    let flow: DemoFlow
    let branch: ScriptedScenario
    let setting: DemoSetting
    /// The longest that a flow may take.
    static let patience = Duration.seconds(120)

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
        let (timeline, status) = try await play(against: sandbox, hasWebSandbox: hasWebSandbox)
        let found = try await branch.examine(timeline, setting.folder.database)
        let checks =
            [
                Report.Check(
                    "The journey ended with one result: \(branch.outcome).", holds: ended(timeline) && status == 0)
            ]
            + found.checks
        return try DemoOutcome(
            flow: flow.name, branch: branch.name, title: flow.title, summary: flow.summary, timeline: timeline,
            checks: checks, rows: found.rows,
            facts: [
                ("journey", flow.name), ("web engine's sandbox", hasWebSandbox ? "on" : DemoRun.withoutSandbox),
            ]
        ).leave(in: setting, began: began)
    }

    private func ended(_ timeline: Timeline) -> Bool {
        timeline.events.filter { $0.name == "result" }.count == 1
            && timeline.result?["outcome"] == .string(branch.outcome)
    }

    /// Starts the pages and follows what they say.
    private func play(
        against sandbox: SandboxReadiness, hasWebSandbox: Bool
    ) async throws -> (timeline: Timeline, status: Int32) {
        var timeline = Timeline()
        let printer = TimelinePrinter(style: setting.terminal.style)
        func take(_ event: TimelineEvent) {
            timeline.append(event)
            if !setting.terminal.isJSON, let line = printer.line(for: event) { setting.terminal.data(line) }
        }
        var environment = Environment.current
        if !hasWebSandbox {
            environment[WebSandboxProbe.switchOff] = "1"
            take(TimelineEvent(at: 0, name: "notice", attributes: ["text": .string(DemoRun.withoutSandbox)]))
        }
        let inputs = try DemoInputs(sandbox: sandbox, stateFolder: setting.stateFolder)
        defer { inputs.remove() }
        var status: Int32 = 0
        if let step = branch.killedAt {
            _ = try await pages(inputs, [], environment, killedAt: step, take)
            take(TimelineEvent(at: timeline.duration, name: "notice", attributes: ["text": .string(DemoRun.killed)]))
            let later = timeline.duration
            status = try await pages(inputs, ["--resume"], environment, killedAt: nil) { event in
                take(TimelineEvent(at: event.at + later, name: event.name, attributes: event.attributes))
            }
        } else {
            status = try await pages(inputs, [], environment, killedAt: nil, take)
        }
        if status != 0, timeline.result == nil {
            setting.terminal.talk("The pages ended with status \(status). \(setting.folder.lastWords(of: "pages"))")
        }
        return (timeline, status)
    }

    private static let killed = "The app is killed here, without a warning, and started again."

    /// One life of the app: its events go to `take`, and it is killed once the page of `killedAt` is open.
    private func pages(
        _ inputs: DemoInputs, _ more: [String], _ environment: [String: String], killedAt: String?,
        _ take: (TimelineEvent) -> Void
    ) async throws -> Int32 {
        var step = ""
        return try await DemoCommand(
            name: "pages",
            words: [
                "run", flow.name, "--sandbox", inputs.sandbox, "--autopilot", branch.script, "--shots",
                setting.folder.path, "--store", inputs.store, "--locale", setting.locale, "--json", "--with-parent",
            ] + more + (setting.showsWindow ? [] : ["--headless"]), folder: setting.folder
        ).run(in: environment) { line, process in
            guard let event = TimelineEvent(line: line) else { return }
            take(event)
            if event.name == "step_enter" { step = event.text("step") ?? "" }
            if step == killedAt, event.attributes["name"] == "bridge_ready" { process.kill() }
        }
    }

    static let withoutSandbox =
        "This kernel refuses the web engine's own sandbox, so this demo runs without it; an app never does."
}
