internal import JourneyBase

extension Reading {
    /// The path that this text spells, which leads somewhere in `scope`, and to a value that `wanted` takes as far as is
    /// known.
    func path(in scope: PathScope, fitting wanted: Operation.Input? = nil) throws(Refusal) -> ContextPath {
        do throws(GuardError) {
            guard let text = value.string else { throw GuardError(.syntax, "It is not text.", at: 0) }
            let path = try ContextPath(parsing: text)
            let known = try scope.type(of: path)
            if let wanted, let known, !wanted.mayTake(known) {
                throw GuardError(.type, "It leads to \(known.rawValue), but the argument is \(wanted.kind).", at: 0)
            }
            return path
        } catch {
            throw refusal(
                "is no usable path: \(error.message.dropLast()) (\(error.code.rawValue))", .invalidArgument)
        }
    }
}
