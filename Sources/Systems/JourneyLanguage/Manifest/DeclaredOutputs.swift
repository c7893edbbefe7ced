internal import JourneyBase

/// The outputs that the steps' plugins and calls declare, collected before the steps are read.
struct DeclaredOutputs {
    private let outputs: [String: [String: ValueType]]
    /// The outputs whose types the responses of an unknown bundle give, by step.
    private let untyped: [String: Set<String>]
    /// The type of `steps` in expressions.
    let type: ExpressionType

    /// Collects what is readable; malformed declarations are refused when their step is read.
    ///
    /// - Parameters:
    ///   - list: The manifest's steps.
    ///   - answers: Returns the type of an operation's response; `nil` if the bundle is unknown. An output of 1.3 that is an
    ///     expression alone has the type of its value.
    init(_ list: Reading, answers: ((String) -> ExpressionType)?) {
        var outputs: [String: [String: ValueType]] = [:]
        var untyped: [String: Set<String>] = [:]
        for (name, step) in list.value.object ?? [:] {
            outputs[name] = [:]
            for source in [step] + (step["bindings"]?.array ?? []) {
                for member in ["outOnError", "out"] {
                    for (output, type) in source[member]?.object ?? [:] {
                        let declared = (type.string ?? type["type"]?.string).flatMap(ValueType.init(rawValue:))
                        let found =
                            declared
                            ?? DeclaredOutputs.type(of: type, in: source) {
                                member == "out" ? answers?($0) ?? .dyn : .dyn
                            }
                        outputs[name]?[output] = found
                        if answers == nil, found == nil, type.string != nil {
                            untyped[name, default: []].insert(output)
                        }
                    }
                }
            }
        }
        self.outputs = outputs
        self.untyped = untyped
        var steps: [String: ExpressionType] = [:]
        for (name, outputs) in outputs {
            var members = outputs.mapValues(ExpressionType.init)
            for output in untyped[name] ?? [] { members[output] = .dyn }
            steps[name] = .object(ExpressionObjectType(members: members))
        }
        type = .object(ExpressionObjectType(members: steps))
    }

    private static func type(
        of output: JSONValue, in source: JSONValue, _ answers: (String) -> ExpressionType
    ) -> ValueType? {
        guard let text = output.string, let operation = source["call"]?["operationId"]?.string else { return nil }
        let headers = Set((source["call"]?["answerHeaders"]?.array ?? []).compactMap { $0.string?.lowercased() })
        let environment = CallReply.environment(result: answers(operation), headers: headers.sorted())
        return (try? Expression(compiling: text, in: environment))?.type.declared
    }

    /// The outputs by step.
    var all: [String: [String: ValueType]] { outputs }

    /// `true` if the types of some outputs are unknown, because the bundle is.
    var isPartial: Bool { !untyped.isEmpty }

    /// Returns `true` if `output` of the step called `name` is a string, or may be one.
    func mayBeString(_ output: String, of name: String) -> Bool {
        outputs[name]?[output] == .string || untyped[name]?.contains(output) == true
    }

    /// Returns the outputs of the step called `name`, or `nil` if there is no such step.
    subscript(name: String) -> [String: ValueType]? { outputs[name] }
}
