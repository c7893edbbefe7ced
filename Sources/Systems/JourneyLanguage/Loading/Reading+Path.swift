internal import JourneyBase

extension Reading {
    /// The path that this text spells, which leads somewhere in `scope`, and to a value that `wanted` takes as far as is
    /// known.
    func path(in scope: PathScope, fitting wanted: Operation.Input? = nil) throws(Refusal) -> ContextPath {
        do throws(GuardError) {
            guard let text = value.string else { throw GuardError(.syntax, at: 0, "It is not text.") }
            let path = try ContextPath(parsing: text)
            let known = try scope.type(of: path)
            if let wanted, let known, !wanted.mayTake(known) {
                throw GuardError(.type, at: 0, "It leads to \(known.rawValue), but the argument is \(wanted.kind).")
            }
            return path
        } catch {
            throw refusal(
                "is no usable path: \(error.detail.dropLast()) (\(error.reason.rawValue))", .invalidArgument)
        }
    }
}
