internal import JourneyBase

extension Reading {
    /// The path that this text spells, which leads somewhere in `scope`, and to a value of the type `wanted` as far as is
    /// known.
    func path(in scope: PathScope, fitting wanted: ValueType? = nil) throws(Refusal) -> ContextPath {
        do throws(GuardError) {
            guard let text = value.string else { throw GuardError(.syntax, "It is not text.", at: 0) }
            let path = try ContextPath(parsing: text)
            try Reading.check(try scope.type(of: path), fits: wanted)
            return path
        } catch {
            throw refusal(
                "is no usable path: \(error.message.dropLast()) (\(error.code.rawValue))", .invalidArgument)
        }
    }

    private static func check(_ known: ValueType?, fits wanted: ValueType?) throws(GuardError) {
        guard let known, let wanted, known != wanted else { return }
        // A number may turn out to be whole, and a whole one is a number.
        if [known, wanted].allSatisfy({ $0 == .integer || $0 == .number }) { return }
        throw GuardError(.type, "It leads to \(known.rawValue), but the argument is \(wanted.rawValue).", at: 0)
    }
}
