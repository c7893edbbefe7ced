internal import JourneyBase

extension JourneyError {
    /// Creates the error of a call or a step whose expression has no value. The message has the place in the manifest, the
    /// reason with its place in the expression, its code, and the expression.
    ///
    /// - Parameters:
    ///   - error: The expression's error.
    ///   - expression: The expression.
    ///   - place: The place in the manifest.
    init(_ error: ExpressionError, of expression: Expression, at place: String) {
        let source = expression.source.count > 200 ? "\(expression.source.prefix(200))…" : expression.source
        self.init(
            .validationFail, "\(place) has no value: \(error.place(in: expression.source)), in: \(source)")
    }
}
