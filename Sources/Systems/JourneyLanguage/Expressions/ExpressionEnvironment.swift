/// The variables that an expression may name, with their types.
package struct ExpressionEnvironment: Sendable {
    /// The types by name. A name may have points; of the names that an expression writes in a row, the longest that is a variable
    /// counts as one.
    package var variables: [String: ExpressionType]
    /// `true` if `payload`, `event`, `result`, `steps` and `session` are the context's roots.
    private let hasRoots: Bool

    /// Creates the environment of manifests: the roots of a context, of which nothing is known unless `types` tells.
    package init(types: [String: ExpressionType] = [:]) {
        variables = types
        for root in Context.rootNames where variables[root] == nil { variables[root] = .dyn }
        hasRoots = true
    }

    /// Creates an environment of variables with any names.
    package init(variables: [String: ExpressionType]) {
        self.variables = variables
        hasRoots = false
    }

    func isRoot(_ name: String) -> Bool { hasRoots && Context.rootNames.contains(name) }
}

/// The values of an evaluation: a context, and variables beside its roots.
package struct ExpressionScope: Sendable {
    package var context: Context
    package var values: [String: ExpressionValue]

    package init(_ context: Context = Context(), values: [String: ExpressionValue] = [:]) {
        self.context = context
        self.values = values
    }
}
