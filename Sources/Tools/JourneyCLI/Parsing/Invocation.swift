/// A command line that was understood: every value has been checked against its declaration.
package struct Invocation: Sendable {
    /// The words that led to the command, such as `journey dev certs`.
    package let path: String
    package let terminal: Terminal
    private let switches: Set<String>
    private let optionValues: [String: [String]]
    private let argumentValues: [String: [String]]

    init(
        path: String, terminal: Terminal, switches: Set<String>, options: [String: [String]],
        arguments: [String: [String]]
    ) {
        self.path = path
        self.terminal = terminal
        self.switches = switches
        self.optionValues = options
        self.argumentValues = arguments
    }

    /// Whether the switch `--name` was given.
    package func has(_ name: SwitchName) -> Bool { switches.contains(name.text) }
    /// The value of `--name`, when it was given.
    package func value(_ name: OptionName) -> String? { optionValues[name.text]?.last }
    /// All values of `--name`, in order.
    package func values(_ name: OptionName) -> [String] { optionValues[name.text] ?? [] }
    /// The number that `--name` gives.
    package func integer(_ name: OptionName) -> Int? { value(name).flatMap { Int($0) } }
    /// The argument `NAME`, when it was given.
    package func argument(_ name: ArgumentName) -> String? { argumentValues[name.text]?.first }
    /// All words of the repeated argument `NAME`.
    package func arguments(_ name: ArgumentName) -> [String] { argumentValues[name.text] ?? [] }

    /// The argument `NAME`, which the declaration makes compulsory.
    package func required(_ name: ArgumentName) throws -> String {
        guard let value = argument(name) else {
            throw CommandFailure(.badInput, code: "USAGE", "\(name.text) is missing.")
        }
        return value
    }
}
