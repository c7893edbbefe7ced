import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness

/// The result of a demo, with its report and output.
struct DemoOutcome {
    var flow: String
    var branch: String
    var title: String
    var summary: String
    var timeline: Timeline
    var checks: [Report.Check]
    var rows: [Report.Row]
    /// Facts for the report besides the date, the branch and the program.
    var facts: [(name: String, value: String)]
    /// Additional members of the JSON output.
    var members: [String: JSONValue] = [:]

    /// Writes the timeline and the report into the folder, and prints the checks.
    func publish(in setting: DemoSetting, began: Date) throws -> DemoRun.Ending {
        let isGood = checks.allSatisfy(\.holds)
        let (folder, terminal) = (setting.folder, setting.terminal)
        let path = folder.path
        let report = Report(
            title: title, summary: summary, timeline: timeline, isGood: isGood, checks: checks, rows: rows,
            facts: [("run at", Support.date(began)), ("branch", branch)] + facts
                + [("made by", "journey \(JourneyCommand.version)")],
            picture: { name in FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) })
        try folder.write(timeline.json.compactText + "\n", to: folder.timeline)
        try folder.write(report.html, to: folder.report)
        let own: [String: JSONValue] = [
            "flow": .string(flow), "branch": .string(branch), "good": .bool(isGood), "output": .string(folder.path),
            "report": .string(folder.report), "timeline": .string(folder.timeline),
            "milliseconds": .number(JSONNumber(Int64(timeline.duration))),
            "checks": .array(checks.map { ["sentence": .string($0.sentence), "holds": .bool($0.holds)] }),
        ]
        if !terminal.isJSON {
            let style = terminal.style
            terminal.data("")
            for check in checks {
                terminal.data("\(check.holds ? style.green("✓") : style.red("✗")) \(check.sentence)")
            }
            terminal.data("\nReport: \(folder.report)")
        }
        return DemoRun.Ending(
            status: isGood ? .done : .failed, json: .object(members.merging(own) { _, own in own }))
    }
}
