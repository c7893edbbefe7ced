internal import JourneyBase

/// The condition of a transition: a guard of 1.1 and 1.2, or an expression of 1.3.
enum Condition: Sendable {
    case guarded(Guard)
    case expression(Expression)

    /// The text as written in the manifest.
    var source: String {
        switch self {
        case .guarded(let condition): condition.source
        case .expression(let expression): expression.source
        }
    }

    /// Evaluates the condition. Throws `GuardError`, which means "not taken".
    func evaluate(in scope: ExpressionScope) throws(GuardError) -> Bool {
        switch self {
        case .guarded(let condition): return try condition.evaluate(in: scope.context)
        case .expression(let expression):
            do throws(ExpressionError) { return try expression.isTrue(in: scope) } catch {
                throw GuardError(error)
            }
        }
    }
}

extension GuardError {
    /// Creates the guard's error for an expression's.
    init(_ error: ExpressionError) {
        let kind: GuardFaultKind =
            switch error.reason {
            case .syntax: .syntax
            case .limit, .cost: .limit
            case .type, .value: .type
            case .name, .missing: .missing
            case .number: .number
            }
        self.init(kind, at: error.offset, "\(error.detail.dropLast()) (\(error.reason.rawValue)).")
    }
}
