import JourneyBase
import JourneyCLI
import WalletPass

/// Output of the problems of passes.
enum FaultText {
    /// Prints the problems, and `data` when there are no errors; with `--json` one object with `members`.
    static func report(
        _ faults: [PassFault], _ terminal: Terminal, _ members: [String: JSONValue], _ data: String?
    ) {
        if terminal.isJSON {
            return terminal.json(.object(members.merging(["faults": .array(faults.map(json))]) { $1 }))
        }
        for fault in faults { terminal.talk(line(fault, terminal.style)) }
        if let data { terminal.data(data) }
    }

    static func line(_ fault: PassFault, _ style: Style) -> String {
        let word = fault.severity == .error ? style.red("error:") : style.yellow("warning:")
        // Both may contain names from the pass.
        return "\(word) \(CleanText.of("\(fault.place): \(fault.sentence)")) "
            + style.code(fault.code.rawValue)
    }

    static func json(_ fault: PassFault) -> JSONValue {
        [
            "code": .string(fault.code.rawValue), "severity": .string(fault.severity.rawValue),
            "place": .string(fault.place), "message": .string(fault.sentence),
        ]
    }
}
