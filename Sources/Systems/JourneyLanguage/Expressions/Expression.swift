package import JourneyBase

/// An expression of a 1.3 manifest: CEL (the Common Expression Language of cel-spec) with the strings library of cel-go and exact
/// decimals, compiled and with its types checked.
///
/// It differs from the specification in three places. `has` is false for any missing step of a path. A JSON number that is whole
/// and has neither point nor exponent is an int. Time zones are UTC or an offset. `docs/reference/expressions.md` has the rest.
package struct Expression: Sendable {
    /// The expression as written.
    package let source: String
    /// The type of its value, as far as it is known.
    package let type: ExpressionType
    let program: ExpressionProgram
    private let limits: ExpressionLimits

    /// Compiles an expression.
    ///
    /// - Parameters:
    ///   - source: The expression.
    ///   - environment: The variables that it may name.
    ///   - limits: The limits of the expression and of each evaluation.
    /// - Throws: `ExpressionError` if the text is no expression, exceeds a limit, or could only fail.
    package init(
        compiling source: String, in environment: ExpressionEnvironment = ExpressionEnvironment(),
        limits: ExpressionLimits = .standard
    ) throws(ExpressionError) {
        program = try ExpressionParser.program(of: source, in: environment, limits: limits)
        var checker = ExpressionChecker(program, environment)
        type = try checker.type(program.root)
        self.source = source
        self.limits = limits
    }

    /// Parses an expression without checking its types, so that every error is one of the evaluation. For tools and tests.
    package init(
        parsing source: String, in environment: ExpressionEnvironment, limits: ExpressionLimits = .standard
    ) throws(ExpressionError) {
        program = try ExpressionParser.program(of: source, in: environment, limits: limits)
        type = .dyn
        self.source = source
        self.limits = limits
    }

    /// Evaluates the expression.
    ///
    /// - Parameter scope: The values of its variables.
    /// - Returns: The value; never a fault.
    /// - Throws: `ExpressionError` with the place of the part that has no value.
    package func value(in scope: ExpressionScope) throws(ExpressionError) -> ExpressionValue {
        var machine = evaluation(in: scope)
        let value = machine.value(program.root)
        if machine.isExhausted { throw program.error(ExpressionFault(.cost, node: program.root)) }
        if case .fault(let fault) = value { throw program.error(fault) }
        return value
    }

    /// Returns an evaluation that has not begun, for expressions whose parts are evaluated one by one.
    func evaluation(in scope: ExpressionScope) -> ExpressionMachine { ExpressionMachine(program, scope, limits) }

    /// Evaluates a condition. Throws `ExpressionError` if it has no value, or one that is neither true nor false.
    package func isTrue(in scope: ExpressionScope) throws(ExpressionError) -> Bool {
        guard case .bool(let truth) = try value(in: scope) else {
            throw program.error(ExpressionFault(.boolean, node: program.root))
        }
        return truth
    }

    /// Evaluates the expression for a message: its value as JSON.
    ///
    /// - Parameter scope: The values of its variables.
    /// - Returns: The JSON.
    /// - Throws: `ExpressionError` if there is no value, or JSON has none for it: a type, a decimal, NaN, an infinity, a map with
    ///   keys that are no text, or more than the limits allow.
    package func json(in scope: ExpressionScope) throws(ExpressionError) -> JSONValue {
        var writer = ExpressionJSON(limits)
        do throws(ExpressionJSON.Problem) {
            return try writer.json(try value(in: scope, for: &writer))
        } catch {
            switch error {
            case .expression(let error): throw error
            case .size:
                throw ExpressionError(
                    .cost, at: 0, "The result has more than \(limits.resultBytes) bytes, or is nested too deeply.")
            case .kind(let name):
                throw ExpressionError(
                    .type, at: 0, "The result has a \(name), which JSON cannot express; convert it first.")
            }
        }
    }

    private func value(
        in scope: ExpressionScope, for writer: inout ExpressionJSON
    ) throws(ExpressionJSON.Problem) -> ExpressionValue {
        do throws(ExpressionError) { return try value(in: scope) } catch { throw .expression(error) }
    }

    /// The cost of evaluating the expression, for tests and benchmarks.
    package func cost(in scope: ExpressionScope) -> Int {
        var machine = evaluation(in: scope)
        _ = machine.value(program.root)
        return machine.costSoFar
    }
}

extension ExpressionProgram {
    /// Returns the error for a fault, with its place.
    func error(_ fault: ExpressionFault) -> ExpressionError {
        let node = nodes[Int(fault.node)]
        let offset = Int(node.offset)
        let name = subject(node)
        return switch fault.reason {
        case .missing: ExpressionError(.missing, at: offset, "\(name) does not exist.")
        case .unknown: ExpressionError(.name, at: offset, "\(name) is neither a variable nor a function.")
        case .overload: ExpressionError(.type, at: offset, "\(name) does not take values of these types.")
        case .boolean: ExpressionError(.type, at: offset, "\(name) is neither true nor false.")
        case .range: ExpressionError(.number, at: offset, "\(name) is out of range.")
        case .zero: ExpressionError(.number, at: offset, "\(name) divides by zero.")
        case .rounding: ExpressionError(.number, at: offset, "\(name) would have to round.")
        case .index: ExpressionError(.value, at: offset, "\(name) has an index out of range.")
        case .conversion: ExpressionError(.value, at: offset, "\(name) cannot convert this value.")
        case .argument: ExpressionError(.value, at: offset, "\(name) refuses an argument.")
        case .duplicate: ExpressionError(.value, at: offset, "The map has a key twice.")
        case .key: ExpressionError(.type, at: offset, "A map's key is an int, a uint, a bool or a string.")
        case .nesting: ExpressionError(.cost, at: offset, "\(name) is nested too deeply.")
        case .cost: ExpressionError(.cost, at: offset, "The evaluation exceeds its cost limit.")
        }
    }

    private func subject(_ node: Node) -> String {
        switch node.kind {
        case .path, .hasPath: "'\(paths[Int(node.first)])'"
        case .variable: "'\(names[Int(node.first)])'"
        case .unknown: "'\(names[Int(node.first)])'"
        case .select, .hasSelect: "The member '\(names[Int(node.second)])'"
        case .call: "\(node.function.rawValue)()"
        case .add: "'+'"
        case .subtract, .negate: "'-'"
        case .multiply: "'*'"
        case .divide: "'/'"
        case .remainder: "'%'"
        case .isIn: "'in'"
        case .index: "The element"
        default: "A part of the expression"
        }
    }
}
