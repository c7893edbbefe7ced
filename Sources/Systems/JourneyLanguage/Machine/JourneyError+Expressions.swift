package import JourneyBase

extension JourneyError {
    /// Creates the error of a call or a step whose expression has no value. The message has the place in the manifest, the
    /// reason with its place in the expression, its code, and the expression.
    ///
    /// - Parameters:
    ///   - error: The expression's error.
    ///   - expression: The expression.
    ///   - place: The place in the manifest.
    init(_ error: ExpressionError, of expression: Expression, at place: String) {
        self.init(.validationFail, error.message(of: expression, at: place))
    }

    /// Returns the error with another sentence after its own.
    package func adding(_ sentence: String) -> JourneyError {
        var error = JourneyError(code, "\(message) \(sentence)", recovery: recovery, traceID: traceID)
        error.requestFate = requestFate
        return error
    }
}

extension ExpressionError {
    /// Returns a sentence with the place in the manifest, the reason with its place in the expression, its code, and the
    /// expression.
    func message(of expression: Expression, at place: String) -> String {
        let source = expression.source.count > 200 ? "\(expression.source.prefix(200))…" : expression.source
        return "\(place) has no value: \(self.place(in: expression.source)), in: \(source)"
    }
}

extension Expression {
    /// Evaluates an output, a result or another declared value: its JSON, of a type.
    ///
    /// - Throws: `ExpressionError` if there is no value, or one of another type.
    func json(in scope: ExpressionScope, as type: ValueType?) throws(ExpressionError) -> JSONValue {
        let value = try json(in: scope)
        guard type?.admits(value) != false else {
            throw ExpressionError(
                .type, at: 0, "The value has another type than the declared one, \(type?.rawValue ?? "").")
        }
        return value
    }
}

extension PendingCall {
    /// The place of the call's binding in the manifest, such as `steps.pay.bindings[0]`.
    package var place: String { slot.place }

    /// Returns the refusal of a value that its schema does not allow, with the place, the code and the expression that made the
    /// value. Other errors are returned as they are.
    package func locating(_ error: JourneyError) -> JourneyError {
        PendingCall.located(error, arguments, binding.arguments, binding.operation, "\(place).in")
    }

    /// Does the same for a value of the status query.
    package func locatingInQuery(_ error: JourneyError) -> JourneyError {
        guard let query = binding.statusQuery else { return error }
        return PendingCall.located(
            error, queryArguments ?? [:], .expressions(query.arguments), query.operation, "\(place).status.in")
    }

    private static func located(
        _ error: JourneyError, _ arguments: [String: JSONValue], _ sources: Binding.Arguments, _ operation: Operation,
        _ place: String
    ) -> JourneyError {
        guard error.code == .validationFail, case .expressions(let expressions) = sources,
            let fault = operation.faults(in: arguments).first
        else { return error }
        let names = fault.field.split(separator: "/").map(String.init)
        guard let name = [names.first ?? "", RequestBody.wholeName].first(where: { expressions[$0] != nil }),
            let expression = expressions[name]
        else { return error }
        let reason = ExpressionError(.type, at: 0, "\(Refusal.quote(fault.field)) \(fault.detail).")
        return JourneyError(reason, of: expression, at: "\(place).\(name)")
    }
}
