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
                .vars, value: .file,
                help: "A JSON object with the variables, or a file with one; - reads standard input",
                defaultText: "{}"),
            Option(
                .version, value: .choice(["1.2", "1.3"]),
                help: "The manifest version: an expression of 1.3, or a guard of 1.2", defaultText: "1.3"),
        ],
        examples: [
            .init(#"journey guard 'amount > 10' --vars '{"amount": 12}'"#, "Prints true."),
            .init(#"journey guard 'result.status == "HELD"' --vars event.json"#, "Prints true or false."),
            .init(#"journey guard 'l.map(n, n * 2)' --vars '{"l": [1, 2]}'"#, "Prints [2,4]."),
        ]
    ) { invocation in
        let variables = try invocation.value(.vars).map(variables) ?? [:]
        guard variables.object != nil else {
            throw CommandError.badInput(.varsInvalid, "The variables are not a JSON object.")
        }
        if invocation.value(.version) != "1.2" {
            let value = try value(ofExpression: invocation.argument(.expr) ?? "", variables)
            invocation.terminal.print(["value": value], or: value.compactText)
            return .done
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

    /// Reads the variables from JSON, or from the file that has it.
    private static func variables(_ source: String) throws -> JSONValue {
        guard source.hasPrefix("{") else { return try Support.readJSON(source) }
        do throws(JSONReadError) {
            return try JSONReader.read(Array(source.utf8))
        } catch { throw CommandError.badInput(.varsInvalid, "The variables are not valid JSON: \(error).") }
    }

    /// Evaluates an expression of manifest 1.3 over the members of `variables`, which may have any names.
    private static func value(
        ofExpression source: String, _ variables: JSONValue
    ) throws(CommandError) -> JSONValue {
        let members = variables.object ?? [:]
        do throws(ExpressionError) {
            let environment = ExpressionEnvironment(variables: members.mapValues { _ in .dyn })
            return try Expression(compiling: source, in: environment).json(
                in: ExpressionScope(values: members.mapValues { ExpressionValue($0) }))
        } catch {
            throw CommandError(
                .badInput, code: error.reason.rawValue, "\(error.detail) At byte \(error.offset) of the expression.")
        }
    }
}
