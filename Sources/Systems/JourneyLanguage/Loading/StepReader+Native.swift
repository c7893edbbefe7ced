internal import JourneyBase

/// Reads the inputs that a native step passes to its plugin besides `params`, and the outputs that it stores; manifest 1.2.
extension StepReader {
    func inputs() throws(Refusal) -> [String: ContextPath] {
        guard let list = step.member("in") else { return [:] }
        try list.atMost(64, "parameters")
        let scope = PathScope(
            declared: journey.declared, result: nil, event: StateMachine.EngineEvent.enter.rawValue)
        var inputs: [String: ContextPath] = [:]
        for (name, member) in try list.members() {
            // The method is checked before the run begins.
            try member.require(
                name != "method", "is not allowed: set the method in params, not from a path", .invalidArgument)
            guard step.member("params")?.member(name) == nil else {
                throw member.refusal("is also set in params; use one of them", .doubleArguments)
            }
            let path = try member.path(in: scope)
            guard !["payload", "event"].contains(path.root) else {
                throw member.refusal(
                    "reads a payload, but a native step is entered without one", .invalidArgument)
            }
            inputs[name] = path
        }
        return inputs
    }

    /// Reads the parameters that are expressions; manifest 1.3.
    func inputValues() throws(Refusal) -> [String: Expression] {
        guard let list = step.member("in") else { return [:] }
        try list.atMost(64, "parameters")
        let environment = PathScope(
            declared: journey.declared, result: nil, event: StateMachine.EngineEvent.enter.rawValue
        ).callEnvironment
        var inputs: [String: Expression] = [:]
        for (name, member) in try list.members() {
            // The method is checked before the run begins.
            try member.require(
                name != "method", "is not allowed: set the method in params, not by an expression", .invalidArgument)
            guard step.member("params")?.member(name) == nil else {
                throw member.refusal("is also set in params; use one of them", .doubleArguments)
            }
            let expression = try member.expression(in: environment, .invalidArgument)
            guard expression.reads.isDisjoint(with: ["payload", "event", "result"]) else {
                throw member.refusal(
                    "reads a payload or a result, but a native step is entered without one", .invalidArgument)
            }
            inputs[name] = expression
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
