package import JourneyBase

/// The approval that a call needs before it is sent: the step that shows its values, and how; `sca` of manifest 1.3.
package struct CallApproval: Hashable, Sendable {
    /// The native step that shows the values and asks the person.
    package let step: StepID
    /// The arguments that parameters of the step stand for, such as a quote's identifier for its amount and payee.
    let shownAs: [String: Set<String>]
    /// The labels of values, by their names on the screen and by language.
    let labels: [String: [String: String]]

    /// The longest label, in bytes.
    static let labelLimit = 60
    /// The names of the languages that labels have.
    static let languages: Set<String> = ["en", "bn", "ar"]
    /// The parameter of the plugin that holds the rows.
    package static let parameter = "shown"
    /// The name of the plugin that shows values and signs them.
    static let plugin = "transaction_approval"
    /// The parameters that the plugin shows.
    static let parameters: Set<String> = ["reason", "amount", "fee", "currency", "payeeName", "payeeAccount"]
    /// The most values that a screen shows for one call.
    static let rowLimit = 24
}

/// The values of a call that a page can influence, which its approval shows and which may not change afterwards.
struct ApprovedValues: Sendable {
    /// A value, by the name with which the screen shows it.
    struct Value: Sendable {
        let name: String
        let place: String
        let expression: Expression
        /// `true` if the engine shows it, `false` if parameters of the step stand for it.
        let hasRow: Bool
    }

    let approval: CallApproval
    let values: [Value]

    /// Returns the values, by the places in the manifest where they are made.
    ///
    /// - Throws: `JourneyError` with `VALIDATION_FAIL` if an expression has no value.
    func evaluated(in scope: ExpressionScope) throws(JourneyError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for value in values { members[value.place] = try evaluated(value, in: scope) }
        return .object(members)
    }

    private func evaluated(_ value: Value, in scope: ExpressionScope) throws(JourneyError) -> JSONValue {
        do throws(ExpressionError) { return try value.expression.json(in: scope) } catch {
            throw JourneyError(error, of: value.expression, at: value.place)
        }
    }

    /// Returns the rows of the screen: each text, number and truth of the values that are shown, with its name, and its label
    /// where the manifest has one.
    ///
    /// - Throws: `JourneyError` with `VALIDATION_FAIL` if there are more rows than a screen shows, or no value.
    func rows(in scope: ExpressionScope) throws(JourneyError) -> [JSONValue] {
        var rows: [JSONValue] = []
        for value in values where value.hasRow {
            add(try evaluated(value, in: scope), value.name, to: &rows)
        }
        guard rows.count <= CallApproval.rowLimit else {
            throw JourneyError(
                .validationFail,
                "The approval of \(approval.step) has more than \(CallApproval.rowLimit) values to show; name fewer members."
            )
        }
        return rows
    }

    private func add(_ value: JSONValue, _ name: String, to rows: inout [JSONValue]) {
        let text: String
        switch value {
        case .object(let members):
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                add(value, name.isEmpty ? member : "\(name).\(member)", to: &rows)
            }
            return
        case .array(let elements):
            for (index, value) in elements.enumerated() { add(value, "\(name)[\(index)]", to: &rows) }
            return
        case .string(let string): text = string
        case .number(let number): text = number.lexeme
        case .bool(let truth): text = truth ? "true" : "false"
        case .null: return
        }
        var row: [String: JSONValue] = ["name": .string(name), "value": .string(text)]
        row["label"] = approval.labels[name].map { .object($0.mapValues { .string($0) }) }
        rows.append(.object(row))
    }
}
