internal import JourneyBase

/// What a native step gives its plugin beside `params`, and what it keeps of the answer; manifest 1.2.
extension StepReader {
    func inputs() throws(Refusal) -> [String: ContextPath] {
        guard let list = step.member("in") else { return [:] }
        try list.atMost(64, "parameters")
        let scope = PathScope(
            declared: journey.declared, result: nil, event: StateMachine.EngineEvent.enter.rawValue)
        var inputs: [String: ContextPath] = [:]
        for (name, member) in try list.members() {
            // Which method is called is checked before the run begins.
            try member.require(name != "method", "is for params: no path chooses the method", .invalidArgument)
            guard step.member("params")?.member(name) == nil else {
                throw member.refusal("stands in params too; one of them is enough", .doubleArguments)
            }
            let path = try member.path(in: scope)
            guard !["payload", "event"].contains(path.root) else {
                throw member.refusal(
                    "looks into a payload, and a native step is entered without one", .invalidArgument)
            }
            inputs[name] = path
        }
        return inputs
    }

    func outputs() throws(Refusal) -> [String: ValueType] {
        guard let list = step.member("out") else { return [:] }
        let types = try StepReader.types(list)
        for (name, type) in types.sorted(by: { $0.key < $1.key })
        where journey.declared[id.rawValue]?[name] != type {
            throw (list.member(name) ?? list).refusal("has another type in a binding of this step", .outputType)
        }
        return types
    }
}
