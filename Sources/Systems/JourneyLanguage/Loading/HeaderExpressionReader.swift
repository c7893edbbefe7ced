internal import JourneyBase

/// Headers of manifest 1.3: constant ones, and those whose expressions are evaluated at each call.
struct HeaderExpressions {
    var fixed: HTTPFields = [:]
    var values: [String: Expression] = [:]

    /// The headers' names. The values of those that are not constant are empty.
    var known: HTTPFields {
        var fields = fixed
        for name in values.keys { fields[name] = "" }
        return fields
    }
}

/// Reads headers whose values are expressions; manifest 1.3.
struct HeaderExpressionReader {
    let scope: PathScope
    /// `false` for the headers of all calls, which no event starts.
    let hasEvent: Bool

    static let limit = 32

    func read(_ reading: Reading) throws(Refusal) -> HeaderExpressions {
        try reading.atMost(HeaderExpressionReader.limit, "headers")
        var headers = HeaderExpressions()
        var seen: Set<String> = []
        for (name, member) in try reading.members() {
            try member.requireHeader(named: name, &seen)
            let expression = try expression(member)
            guard expression.reads.isEmpty else {
                try member.require(
                    !ManifestGrammar.documentHeaders.contains(name.lowercased()),
                    "must be a constant, because it selects the body", .invalidHeader)
                headers.values[name] = expression
                continue
            }
            let value = try? expression.json(in: ExpressionScope())
            if value == .null { continue }
            guard let text = value?.string, HTTPFields.isSafe(name: name, value: text) else {
                throw member.refusal("is not a valid header", .invalidHeader)
            }
            headers.fixed[name] = text
        }
        return headers
    }

    private func expression(_ member: Reading) throws(Refusal) -> Expression {
        try member.expression(in: scope.callEnvironment, .invalidHeader) { (expression) throws(ExpressionError) in
            guard expression.type.overlaps(.string) || expression.type == .null else {
                throw ExpressionError(.type, at: 0, "A header is a string, not \(expression.type.name).")
            }
            guard hasEvent || expression.reads.isDisjoint(with: ["payload", "event", "result"]) else {
                throw ExpressionError(.name, at: 0, "The headers of all calls have no event to read.")
            }
        }
    }
}

extension Reading {
    /// Compiles this text as an expression, and refuses one that could only fail or does not pass `check`.
    func expression(
        in environment: ExpressionEnvironment, _ rule: LintRule,
        _ check: (Expression) throws(ExpressionError) -> Void = { (_) throws(ExpressionError) in }
    ) throws(Refusal) -> Expression {
        let source = try text()
        do throws(ExpressionError) {
            let expression = try Expression(compiling: source, in: environment)
            if let error = expression.certainError() { throw error }
            try check(expression)
            return expression
        } catch {
            throw refusal("is not a usable expression: \(error.place(in: source))", rule)
        }
    }
}
