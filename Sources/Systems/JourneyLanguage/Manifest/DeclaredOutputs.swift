internal import JourneyBase

/// The outputs that the steps' plugins and calls declare, collected before the steps are read.
struct DeclaredOutputs {
    private let outputs: [String: [String: ValueType]]
    /// The type of `steps` in expressions.
    let type: ExpressionType

    /// Collects what is readable; malformed declarations are refused when their step is read.
    ///
    /// - Parameters:
    ///   - list: The manifest's steps.
    ///   - answers: Returns the type of an operation's response. An output of 1.3 that is an expression alone has the type of
    ///     its value.
    init(_ list: Reading, answers: (String) -> ExpressionType) {
        var outputs: [String: [String: ValueType]] = [:]
        for (name, step) in list.value.object ?? [:] {
            outputs[name] = [:]
            for source in [step] + (step["bindings"]?.array ?? []) {
                for member in ["outOnError", "out"] {
                    for (output, type) in source[member]?.object ?? [:] {
                        let declared = (type.string ?? type["type"]?.string).flatMap(ValueType.init(rawValue:))
                        outputs[name]?[output] =
                            declared
                            ?? DeclaredOutputs.type(of: type, in: source) { member == "out" ? answers($0) : .dyn }
                    }
                }
            }
        }
        self.outputs = outputs
        type = .object(
            ExpressionObjectType(
                members: outputs.mapValues { outputs in
                    .object(ExpressionObjectType(members: outputs.mapValues(ExpressionType.init)))
                }))
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

    /// Returns the outputs of the step called `name`, or `nil` if there is no such step.
    subscript(name: String) -> [String: ValueType]? { outputs[name] }
}
