internal import JourneyBase

extension Reading {
    /// Parses this text as a path. The path must be able to exist in `scope`, and its value must fit `wanted` as far as types are
    /// known.
    func path(in scope: PathScope, fitting wanted: Operation.Input? = nil) throws(Refusal) -> ContextPath {
        do throws(GuardError) {
            guard let text = value.string else { throw GuardError(.syntax, at: 0, "It is not a string.") }
            let path = try ContextPath(parsing: text)
            let known = try scope.type(of: path)
            if let wanted, let known, !wanted.mayTake(known) {
                throw GuardError(
                    .type, at: 0, "Its value has the type \(known.rawValue), but the argument is \(wanted.kind).")
            }
            return path
        } catch {
            throw refusal(
                "is not a usable path: \(error.detail.dropLast()) (\(error.reason.rawValue))", .invalidArgument)
        }
    }
}
