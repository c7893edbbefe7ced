import JourneyBase
import JourneyCLI
import JourneyLanguage

/// Renders an explanation for a terminal: a block for each step, a line for each entry.
struct ExplanationText {
    private let style: Style
    /// The maximum width of a JSON value.
    private let room: Int

    static func text(_ explanation: Explanation, _ terminal: JourneyCLI.Terminal) -> String {
        let writer = ExplanationText(style: terminal.style, room: max(24, terminal.width - 28))
        let end = explanation.outcome.map(writer.outcome) ?? "none: the run stopped in the step \(explanation.step)"
        let lines = explanation.entries.map(writer.line) + ["", writer.style.bold("outcome  ") + end]
        return lines.joined(separator: "\n").trimmingPrefix("\n").description
    }

    private func line(_ entry: Explanation.Entry) -> String {
        switch entry {
        case .script(let index, let words): "  " + style.cyan("[\(index)] \(words)")
        case .enter(let step, let type, let visit):
            "\n" + style.bold(step) + style.dim("  \(type) step" + (visit > 1 ? ", visit \(visit)" : ""))
        case .event(let name, let depth, let payload):
            "    " + String(repeating: "  ", count: depth) + "event " + style.bold(name) + value(payload)
        case .condition(_, let source, let truth, let error, let seen, let emit, let target):
            condition(source, truth, error, seen) + style.dim("  before: " + move(emit, target))
        case .transition(_, let emit, let target): "      " + style.green("taken: ") + move(emit, target)
        case .call(let operation, let attempt, let carriesKey, let arguments, let problem):
            "      would call \(style.blue(operation))" + (carriesKey ? ", key \(attempt)" : "") + value(arguments)
                + (problem.map { "\n      " + style.red("cannot be sent: ") + $0 } ?? "")
        case .reply(let operation, let number, let words):
            "      " + style.dim("the bank's reply to \(operation)\(number > 1 ? ", try \(number)" : ""): \(words)")
        case .time(let seconds): "      " + style.dim("\(seconds) s pass")
        case .expectation(let index, let differences): expectation(index, differences)
        case .emitToPage(let name, let payload): "      would send \(name) to the page" + value(payload)
        case .effect(let name, let detail): "      " + style.dim("would \(words(name)) \(detail)")
        case .diagnostic(let code, let message): "      " + style.yellow("\(message) [\(code)]")
        case .mismatch(let message): "\n" + style.red("The script does not match the manifest: ") + message
        }
    }

    private func condition(
        _ source: String, _ truth: Bool?, _ error: String?, _ seen: [(path: String, value: JSONValue?)]
    ) -> String {
        let word = truth.map { $0 ? style.green("true") : style.yellow("false") } ?? style.red("error")
        let paths = seen.map { "\($0.path) = \(cut($0.value?.compactText ?? "absent"))" }.joined(separator: ", ")
        let why = error.map { "; " + style.red($0) } ?? ""
        return "      if \(source)  \(word)" + style.dim(paths.isEmpty ? "" : "  (\(paths))") + why
    }

    private func expectation(_ index: Int, _ differences: [Difference]) -> String {
        if differences.isEmpty { return "  " + style.green("[\(index)] as expected") }
        return "  " + style.red("[\(index)] not as expected") + "\n" + DifferenceText.text(differences, style)
    }

    private func words(_ effect: String) -> String {
        switch effect {
        case "startTimer": "start the timer:"
        case "cancelTimer": "cancel the timer:"
        case "save": "save"
        case "inquire": "ask the bank"
        default: effect
        }
    }

    private func move(_ emit: String?, _ target: String?) -> String {
        let parts = [emit.map { "emit \($0)" }, target.map { "go to \($0)" }].compactMap { $0 }
        return parts.isEmpty ? "stay" : parts.joined(separator: ", ")
    }

    private func value(_ payload: JSONValue) -> String {
        payload == [:] || payload == .null ? "" : "  " + style.dim(cut(payload.compactText))
    }

    private func cut(_ text: String) -> String { text.count <= room ? text : text.prefix(room - 1) + "…" }

    private func outcome(_ outcome: Outcome<JSONValue>) -> String {
        switch outcome {
        case .completed(let result): style.green("completed") + value(result)
        case .pending(let result): style.yellow("pending") + value(result)
        case .cancelled: style.yellow("cancelled")
        case .failed(let error): style.red("failed") + "  \(error)" + (error.isRecoverable ? " (recoverable)" : "")
        }
    }
}
