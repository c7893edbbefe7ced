/// A command line that was understood: every value has been checked against its declaration.
public struct Invocation: Sendable {
    /// The words that led to the command, such as `journey dev certs`.
    public let path: String
    public let terminal: Terminal
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
    public func has(_ name: SwitchName) -> Bool { switches.contains(name.text) }
    /// The value of `--name`, when it was given.
    public func value(_ name: OptionName) -> String? { optionValues[name.text]?.last }
    /// All values of `--name`, in order.
    public func values(_ name: OptionName) -> [String] { optionValues[name.text] ?? [] }
    /// The number that `--name` gives.
    public func integer(_ name: OptionName) -> Int? { value(name).flatMap { Int($0) } }
    /// The argument `NAME`, when it was given.
    public func argument(_ name: ArgumentName) -> String? { argumentValues[name.text]?.first }
    /// All words of the repeated argument `NAME`.
    public func arguments(_ name: ArgumentName) -> [String] { argumentValues[name.text] ?? [] }

    /// The argument `NAME`, which the declaration makes compulsory.
    public func required(_ name: ArgumentName) throws -> String {
        guard let value = argument(name) else {
            throw CommandFailure(.badInput, code: "USAGE", "\(name.text) is missing.")
        }
        return value
    }
}
