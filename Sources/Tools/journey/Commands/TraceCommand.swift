import Foundation
import JourneyBase
import JourneyCLI
import JourneyTrace

extension JourneyCommand {
    static let trace: Command = Command(
        "trace", summary: "shows and compares traces of runs", subcommands: [showTrace, compareTraces])

    private static let showTrace: Command = Command(
        "show", summary: "makes one HTML page of a trace",
        discussion: [
            "The page loads nothing, and can be read without script. With its own script it shows for each moment the"
                + " picture, the DOM, the state before and after, each guard with the values that it read, the requests, the"
                + " console and the path. #moment-N at the end of its address opens a moment.",
            "A trace has what the person entered. Don't publish it; docs/reference/trace.md says what is left out.",
        ],
        arguments: [Argument(.file, help: "a file of journey run --trace, or trace.zip of a demo")],
        options: [
            Option(.out, "o", value: .file, help: "The page", defaultText: "beside the trace, as .html")
        ],
        examples: [.init("journey trace show demo-output/trace.zip", "Writes demo-output/trace.html.")]
    ) { invocation in
        let file = try invocation.required(.file)
        let trace = try TraceReader.read(file)
        let page =
            invocation.value(.out) ?? URL(fileURLWithPath: file).deletingPathExtension().path + ".html"
        try WholeFile.write(Array(try TracePage(trace).html.utf8), to: page, isPrivate: true)
        invocation.terminal.print(
            [
                "page": .string(page), "lines": .number(JSONNumber(Int64(trace.lines.count))),
                "milliseconds": .number(JSONNumber(Int64(trace.duration))),
            ], or: page)
        return .done
    }

    private static let compareTraces: Command = Command(
        "diff", summary: "marks the first difference of two traces",
        discussion: [
            "Compares the steps, events, guards, transitions, calls and states of two runs, aligned by step and visit. Times,"
                + " pictures and the pages' network are not compared; identifiers that differ in each run count as equal.",
            "Exit status: 0 without a difference, 1 with one.",
        ],
        arguments: [
            Argument(.before, help: "the first trace"), Argument(.after, help: "the second trace"),
        ],
        examples: [.init("journey trace diff before.zip after.zip", "Prints where the second run leaves the first.")]
    ) { invocation in
        let diff = TraceDiff(
            try TraceReader.read(try invocation.required(.before)),
            try TraceReader.read(try invocation.required(.after)))
        invocation.terminal.print(diff.json, or: TraceDiffText.text(diff, invocation.terminal.style))
        return diff.isSame ? .done : .failed
    }
}

/// A difference of two traces for a terminal.
enum TraceDiffText {
    static func text(_ diff: TraceDiff, _ style: Style) -> String {
        guard !diff.isSame else { return "No differences found." }
        let value = diff.value.map { block("The first value that differs", $0, style) }
        let decision = diff.decision.map { block("The first decision that differs", $0, style) }
        return [value, decision ?? "The decisions are the same."].compactMap { $0 }.joined(separator: "\n\n")
    }

    private static func block(_ title: String, _ difference: TraceDiff.Difference, _ style: Style) -> String {
        let step =
            difference.step.isEmpty ? "before the first step" : "in \(difference.step), visit \(difference.visit)"
        func side(_ mark: String, _ side: TraceDiff.Side?) -> String {
            guard let side else { return "  \(mark) the trace ends here" }
            let value = side.value.map { " = \(cut($0.compactText))" } ?? ""
            return "  \(mark) #moment-\(side.line)  \(cut(side.text))\(value)"
        }
        return [
            "\(style.bold(title)): \(difference.path), \(step)", style.red(side("−", difference.first)),
            style.green(side("+", difference.second)),
        ].joined(separator: "\n")
    }

    private static func cut(_ text: String) -> String { text.count <= 160 ? text : text.prefix(159) + "…" }
}
