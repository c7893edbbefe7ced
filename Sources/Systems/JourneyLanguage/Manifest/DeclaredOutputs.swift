internal import JourneyBase

/// What the steps' plugins and calls declare as outputs, before the steps are read one by one.
struct DeclaredOutputs {
    private var outputs: [String: [String: ValueType]] = [:]

    /// Takes what it can; what is misshapen is refused when its step is read.
    init(_ list: Reading) {
        for (name, step) in list.value.object ?? [:] {
            outputs[name] = [:]
            for source in [step] + (step["bindings"]?.array ?? []) {
                for (output, type) in source["out"]?.object ?? [:] {
                    outputs[name]?[output] = type.string.flatMap(ValueType.init(rawValue:))
                }
            }
        }
    }

    /// The outputs of the step called `name`, or `nil` when there is no such step.
    subscript(name: String) -> [String: ValueType]? { outputs[name] }
}
