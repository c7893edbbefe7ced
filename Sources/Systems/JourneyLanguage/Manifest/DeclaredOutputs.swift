internal import JourneyBase

/// The outputs that the steps' plugins and calls declare, collected before the steps are read.
struct DeclaredOutputs {
    private var outputs: [String: [String: ValueType]] = [:]

    /// Collects what is readable; malformed declarations are refused when their step is read.
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

    /// Returns the outputs of the step called `name`, or `nil` if there is no such step.
    subscript(name: String) -> [String: ValueType]? { outputs[name] }
}
