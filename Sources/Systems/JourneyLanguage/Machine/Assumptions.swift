internal import JourneyBase

/// The assumptions under which a journey is explored. A machine that has them decides conditions by choice, and its values are
/// placeholders; everything else it does as on a device.
///
/// A condition is true, false or an error, unless constants and the outputs that the run has decide it. Which of them counts is
/// planned: an event is handled once for each plan, until no choice is left.
struct Assumptions: Sendable {
    enum Truth: String, Hashable, Sendable { case yes = "true", no = "false", error = "error" }

    /// A condition that was decided.
    struct Choice: Sendable {
        let condition: String
        let truth: Truth
        /// The values that are still to be explored.
        let rest: [Truth]
        /// `true` if the condition had more than one possible value.
        let isFree: Bool
    }

    private let plan: [Truth]
    private(set) var made: [Choice] = []

    init(_ plan: [Truth] = []) { self.plan = plan }

    /// Returns the plan that follows the one with which `choices` were made, or `nil` if all were explored.
    static func next(after choices: [Choice]) -> [Truth]? {
        var choices = choices
        while let last = choices.popLast() {
            if let first = last.rest.first { return choices.map(\.truth) + [first] }
        }
        return nil
    }

    /// Returns the planned value of `condition`, or the first that is possible.
    mutating func value(of condition: Condition, in context: Context) throws(GuardError) -> Bool {
        let all = condition.truths(in: context).list
        // An error has the effect of false, so one error for each event shows all that errors can do.
        let hasError = made.contains { $0.truth == .error }
        let possible = hasError && all.contains(.no) ? all.filter { $0 != .error } : all
        let truth = made.count < plan.count ? plan[made.count] : possible[0]
        let rest = possible.drop { $0 != truth }.dropFirst()
        made.append(Choice(condition: condition.source, truth: truth, rest: Array(rest), isFree: all.count > 1))
        guard truth != .error else { throw GuardError(.missing, at: 0, "The condition is assumed to have no value.") }
        return truth == .yes
    }

    // MARK: Placeholders

    /// The placeholder of a text.
    static let text = JSONValue.string("placeholder")

    /// The member of an object that may have any member.
    static let anyMember = "*"

    /// Returns the placeholder of a value of `type`.
    static func placeholder(_ type: ValueType) -> JSONValue {
        switch type {
        case .string: text
        case .integer, .number: .number(JSONNumber(1))
        case .boolean: .bool(true)
        case .object: [:]
        case .array: []
        }
    }

    /// Returns the arguments of a call, each with its source as the value: the same sources are the same intent. Throws
    /// `VALIDATION_FAIL` if one of them has no value.
    static func arguments(
        of binding: Binding, in context: Context
    ) throws(JourneyError) -> [String: JSONValue] {
        switch binding.arguments {
        case .none: return [:]
        case .from(let path):
            guard context.payload?.object?.isEmpty == false else { throw missing("argsFrom", binding) }
            return ["arguments": .string(path.joined(separator: "."))]
        case .declared(let paths):
            return paths.filter { $0.value.isPresent(in: context) != false }.mapValues { .string("\($0)") }
        case .expressions(let expressions):
            var arguments: [String: JSONValue] = [:]
            for (name, expression) in expressions {
                guard expression.mayHaveValue(in: context) else { throw missing(name, binding) }
                // The time makes no other intent, and neither does the name of the run.
                arguments[name] = shape(of: expression, in: context)
            }
            // A body whose members are open stays one argument.
            return binding.operation.spreading(arguments) ?? arguments
        }
    }

    /// Returns the placeholder of an expression's value: an object if its members are known, and otherwise its source.
    private static func shape(of expression: Expression, in context: Context) -> JSONValue {
        let program = expression.program
        let placeholder = JSONValue.string(expression.source)
        let node = program.nodes[program.root]
        switch node.kind {
        case .map where expression.hasConstantNames:
            let operands = program.operands(of: program.root)
            let names = stride(from: 0, to: operands.count, by: 2).compactMap { program.text(operands[$0]) }
            return .object(Dictionary(names.map { ($0, placeholder) }) { first, _ in first })
        case .path where program.paths[Int(node.first)].elements.isEmpty && expression.isTainted,
            .variable where expression.isTainted:
            guard let members = context.payload?.object, members[anyMember] == nil else { return placeholder }
            return .object(members.mapValues { _ in placeholder })
        default: return placeholder
        }
    }

    /// Returns the placeholder of an expression's value. Throws `ExpressionError` if it certainly has none.
    static func value(of expression: Expression, in context: Context) throws(ExpressionError) -> JSONValue {
        guard expression.mayHaveValue(in: context) else {
            throw ExpressionError(.missing, at: 0, "The value is assumed to be missing.")
        }
        return text
    }

    /// Returns `step`, if each of its expressions may have a value. Throws `VALIDATION_FAIL` otherwise.
    static func filled(_ step: Step, in context: Context) throws(JourneyError) -> Step {
        var expressions = Array(step.inputValues.values)
        if case .web(.composed(let address)) = step.kind { expressions.append(address.expression) }
        if case .authorize(let authorization) = step.kind {
            if case .composed(let address)? = authorization.address { expressions.append(address.expression) }
            expressions += authorization.expectations.values
        }
        guard expressions.allSatisfy({ $0.mayHaveValue(in: context) }) else {
            throw JourneyError(.validationFail, "A value of the step \(step.id) is assumed to be missing.")
        }
        return step
    }

    private static func missing(_ name: String, _ binding: Binding) -> JourneyError {
        JourneyError(
            .validationFail, "The argument \(Refusal.quote(name)) of \(binding.operation.id) is assumed to be missing.")
    }
}

/// The possible values of a condition.
struct Truths: OptionSet, Sendable {
    let rawValue: UInt8

    static let yes = Truths(rawValue: 1)
    static let no = Truths(rawValue: 2)
    static let error = Truths(rawValue: 4)
    static let all: Truths = [.yes, .no, .error]

    /// The values, the true one first.
    var list: [Assumptions.Truth] {
        [(Truths.yes, Assumptions.Truth.yes), (.no, .no), (.error, .error)].filter { contains($0.0) }.map(\.1)
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the values of a condition that `value` decides; `nil` is an error.
    init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .error }

    var negated: Truths {
        var result = intersection(.error)
        if contains(.yes) { result.insert(.no) }
        if contains(.no) { result.insert(.yes) }
        return result
    }

    /// Returns the values of `&&` (decided by false) or `||` (decided by true) over `terms`.
    static func decide(_ terms: [Truths], by decisive: Bool) -> Truths {
        let deciding = Truths(decisive)
        let other = Truths(!decisive)
        var result: Truths = []
        if terms.contains(where: { $0.contains(deciding) }) { result.insert(deciding) }
        if terms.contains(where: { $0 == deciding }) { return deciding }
        if terms.allSatisfy({ $0.contains(other) }) { result.insert(other) }
        if terms.contains(where: { $0.contains(.error) }) { result.insert(.error) }
        return result.isEmpty ? .error : result
    }
}
