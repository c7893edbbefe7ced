internal import JourneyBase

extension Condition {
    /// Returns the values of the condition's paths in `context`, each path once, in source order.
    func seen(in context: Context) -> [(path: String, value: JSONValue?)] {
        switch self {
        case .guarded(let condition): condition.seen(in: context)
        case .expression(let expression): expression.seen(in: context)
        }
    }
}

extension Guard {
    /// Returns the values of the guard's paths in `context`, each path once, in source order.
    func seen(in context: Context) -> [(path: String, value: JSONValue?)] {
        var known: Set<ContextPath> = []
        return program.paths.filter { known.insert($0).inserted }.map { ("\($0)", $0.value(in: context)) }
    }
}
