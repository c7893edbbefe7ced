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
    public func has(_ name: String) -> Bool { switches.contains(name) }
    /// The value of `--name`, when it was given.
    public func value(_ name: String) -> String? { optionValues[name]?.last }
    /// All values of `--name`, in order.
    public func values(_ name: String) -> [String] { optionValues[name] ?? [] }
    /// The number that `--name` gives.
    public func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
    /// The argument `NAME`, when it was given.
    public func argument(_ name: String) -> String? { argumentValues[name]?.first }
    /// All words of the repeated argument `NAME`.
    public func arguments(_ name: String) -> [String] { argumentValues[name] ?? [] }

    /// The argument `NAME`, which the declaration makes compulsory.
    public func required(_ name: String) throws -> String {
        guard let value = argument(name) else {
            throw CommandFailure(.badInput, code: "USAGE", "\(name) is missing.")
        }
        return value
    }
}
