import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage

extension JourneyCommand {
    static let test: Command = Command(
        "test", summary: "plays a journey's scenarios and checks what they expect",
        discussion: [
            "Plays events.json and each file in the folder scenarios, in JSON or YAML, against the state machine that runs on"
                + " phones. A scenario says what pages raise and how the bank replies, with faults, and what is expected at"
                + " each point: docs/reference/scenarios.md. Nothing is sent, shown or stored, and no signature is needed.",
            "A failed scenario leaves a trace: journey trace show makes a page of it. Prints what did not happen as expected, and which steps, transitions and results of guards no scenario reached."
                + " The status is 3 if a scenario failed, or if less is covered than --min-coverage demands.",
        ],
        arguments: [
            Argument(
                .folder, kind: .directory,
                help:
                    "the folder of a manifest, or the name of a journey that the sandbox ships; by default, this folder",
                isOptional: true)
        ],
        options: [
            Option(.filter, value: .text("TEXT"), help: "Only scenarios whose file or name contains this"),
            Option(
                .minCoverage, value: .integer(0...100), help: "Refuse if less of the journey is covered, in percent"),
            Option(.junit, value: .file, help: "Write the results to this file, as JUnit's XML"),
            Option(.graph, value: .file, help: "Write a picture of what is covered to this file, as SVG"),
            Option(.generate, help: "Write scenarios that cover what no scenario covers yet"),
            Option(.watch, help: "Play the scenarios again whenever a file changes"),
            Option(
                .jobs, value: .integer(1...64), help: "The number of scenarios at a time",
                defaultText: "as many as cores"),
            Option(
                .openapi, value: .file, help: "The bundle, or a document in YAML",
                defaultText: "openapi.json or openapi.yaml beside the manifest"),
        ],
        examples: [
            .init("journey test money-transfer", "Plays the scenarios of a shipped journey."),
            .init("journey test --generate", "Adds scenarios to the journey in this folder."),
            .init("journey test --min-coverage 90 --junit results.xml", "Checks a journey in continuous integration."),
        ]
    ) { invocation in
        guard invocation.has(.watch) else { return try await playScenarios(invocation) }
        return try await watchScenarios(invocation)
    }

    /// Plays the scenarios once.
    static func playScenarios(_ invocation: Invocation) async throws -> CommandStatus {
        let folder = try ScenarioFolder(
            invocation.argument(.folder) ?? ".", openAPI: invocation.value(.openapi), invocation)
        let terminal = invocation.terminal
        let journey: JourneyScripts
        do throws(JourneyError) {
            journey = try JourneyScripts(manifest: folder.manifest.bytes, openAPI: folder.openAPI.bytes)
        } catch {
            let report = LintReport(
                manifest: folder.manifest, openAPI: .init(folder.openAPI.name, folder.openAPI.bytes))
            guard report.findings.contains(where: { $0.severity == .error }) else { throw error }
            terminal.print(["findings": .array(report.json)], or: report.text(terminal))
            terminal.talk("The manifest does not load; fix the errors above and try again.")
            return .refused
        }
        if invocation.has(.generate) { try generateScenarios(folder, journey, invocation) }
        let scenarios = try folder.scenarios(matching: invocation.value(.filter))
        guard !scenarios.isEmpty else {
            throw CommandError.badInput(
                .scenarioMissing,
                invocation.value(.filter).map { "No scenario of \(folder.name) has ‘\($0)’ in its file or name." }
                    ?? "There is no scenario in \(folder.name). Write one below scenarios, or let --generate write some."
            )
        }
        let jobs = invocation.integer(.jobs) ?? ProcessInfo.processInfo.activeProcessorCount
        let report = await ScenarioReport.run(scenarios, of: journey, named: folder.name, jobs: jobs)
        if let path = invocation.value(.junit) { try Support.write(Array(JUnitReport.xml(report).utf8), to: path) }
        if let path = invocation.value(.graph) {
            try Support.write(Array(journey.picture(of: report.coverage).utf8), to: path)
        }
        let traces = try ScenarioTraces.write(report, of: folder, below: Support.home(invocation))
        terminal.print(report.json(traces: traces), or: ScenarioText.text(report, traces, terminal))
        if let least = invocation.integer(.minCoverage), report.coverage.percent < least {
            terminal.talk("Only \(report.coverage.percent) % are covered; --min-coverage demands \(least) %.")
            return .refused
        }
        return report.failed.isEmpty ? .done : .refused
    }
}
