import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyTrace

/// The result of a demo, with its trace and output.
struct DemoOutcome {
    var flow: String
    var branch: String
    var title: String
    var summary: String
    var timeline: Timeline
    var checks: [TraceHeader.Check]
    var rows: [TraceHeader.Table]
    /// The trace of the run; `nil` makes one of the timeline.
    var trace: TraceWriter?
    /// Facts for the trace besides the date, the branch and the program.
    var facts: [(name: String, value: String)]
    /// Additional members of the JSON output.
    var members: [String: JSONValue] = [:]

    /// Writes the timeline, the trace and its page into the folder, and prints the checks.
    func publish(in setting: DemoSetting, began: Date) throws -> DemoRun.Ending {
        let isGood = checks.allSatisfy(\.holds)
        let (folder, terminal) = (setting.folder, setting.terminal)
        let bytes = try recorded(isGood: isGood, in: folder, began: began).archive()
        try folder.write(timeline.json.compactText + "\n", to: folder.timeline)
        try WholeFile.write(bytes, to: folder.trace, isPrivate: true)
        let page = try TracePage(try TraceReader.read(bytes, name: folder.trace))
        try WholeFile.write(Array(page.html.utf8), to: folder.report, isPrivate: true)
        let own: [String: JSONValue] = [
            "flow": .string(flow), "branch": .string(branch), "good": .bool(isGood), "output": .string(folder.path),
            "report": .string(folder.report), "trace": .string(folder.trace), "timeline": .string(folder.timeline),
            "milliseconds": .number(JSONNumber(Int64(timeline.duration))),
            "checks": .array(checks.map { ["sentence": .string($0.sentence), "holds": .bool($0.holds)] }),
        ]
        if !terminal.isJSON {
            let style = terminal.style
            terminal.data("")
            for check in checks {
                terminal.data("\(check.holds ? style.green("✓") : style.red("✗")) \(check.sentence)")
            }
            terminal.data("\nReport: \(folder.report)\nTrace:  \(folder.trace)")
        }
        return DemoRun.Ending(
            status: isGood ? .done : .failed, json: .object(members.merging(own) { _, own in own }))
    }

    /// Returns the trace with what the demo found.
    private func recorded(isGood: Bool, in folder: DemoFolder, began: Date) -> TraceWriter {
        var writer = trace ?? TraceWriter(title: title)
        if trace == nil { for event in timeline.events { writer.append(event, picture: folder.contents) } }
        writer.header.title = title
        writer.header.summary = summary
        writer.header.made = RFC3339.text(began)
        writer.header.isGood = isGood
        writer.header.checks = checks
        writer.header.tables = rows
        writer.header.facts = [("branch", branch)] + facts
        return writer
    }
}
