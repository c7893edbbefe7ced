internal import JourneyBase

extension Guard {
    /// What the guard's paths lead to in `context`, each once, in the order in which they stand.
    func seen(in context: Context) -> [(path: String, value: JSONValue?)] {
        var known: Set<ContextPath> = []
        return program.paths.filter { known.insert($0).inserted }.map { ("\($0)", $0.value(in: context)) }
    }
}
