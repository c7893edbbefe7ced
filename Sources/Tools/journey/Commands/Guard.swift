import JourneyBase
import JourneyCLI
import JourneyLanguage

extension JourneyCommand {
    static let guardValue: Command = Command(
        "guard", summary: "prints the value of a guard expression",
        discussion: ["The status is 2 if the expression is invalid or cannot be evaluated."],
        arguments: [Argument(.expr, kind: .text("EXPR"), help: "the expression, in quotes")],
        options: [
            Option(
                .vars, value: .file, help: "A JSON object with the variables; - reads standard input", defaultText: "{}"
            )
        ],
        examples: [
            .init(
                #"journey guard 'result.status == "HELD"' --vars event.json"#, "Prints true or false."),
            .init(#"echo '{"amount": 12}' | journey guard 'amount > 10' --vars -"#, "Prints true."),
        ]
    ) { invocation in
        let variables = try invocation.value(.vars).map { try Support.readJSON($0) } ?? [:]
        guard variables.object != nil else {
            throw CommandError.badInput(.varsInvalid, "The variables are not a JSON object.")
        }
        do throws(GuardError) {
            let value = try Guard.value(of: invocation.argument(.expr) ?? "", variables: variables)
            invocation.terminal.print(["value": value], or: value.compactText)
            return .done
        } catch {
            throw CommandError(
                .badInput, code: error.reason.rawValue, "\(error.detail) At byte \(error.offset) of the expression.")
        }
    }

}
