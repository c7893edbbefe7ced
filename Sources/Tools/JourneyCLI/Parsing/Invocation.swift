package import Foundation

/// A command line that was understood: every value has been checked against its declaration.
package struct Invocation: Sendable {
    /// The words that led to the command, such as `journey dev certs`.
    package let path: String
    package let terminal: Terminal
    private let parsed: CommandParser.Parsed

    init(_ parsed: CommandParser.Parsed, terminal: Terminal) {
        path = parsed.path
        self.terminal = terminal
        self.parsed = parsed
    }

    /// Whether the switch `--name` was given.
    package func has(_ name: SwitchName) -> Bool { parsed.switches.contains(name.text) }
    /// The value of `--name`, when it was given.
    package func value(_ name: OptionName) -> String? { parsed.options[name.text]?.last }
    /// All values of `--name`, in order.
    package func values(_ name: OptionName) -> [String] { parsed.options[name.text] ?? [] }
    /// The number that `--name` gives.
    package func integer(_ name: OptionName) -> Int? { value(name).flatMap { Int($0) } }
    /// The argument `NAME`, when it was given.
    package func argument(_ name: ArgumentName) -> String? { parsed.arguments[name.text]?.first }
    /// All words of the repeated argument `NAME`.
    package func arguments(_ name: ArgumentName) -> [String] { parsed.arguments[name.text] ?? [] }

    /// The value of `--name`, without which the command says `what` is missing.
    package func required(_ name: OptionName, or what: String) throws(CommandError) -> String {
        guard let value = value(name) else { throw CommandError.usage(what) }
        return value
    }

    /// The time that `--name` gives, or now.
    package func time(_ name: OptionName) throws(CommandError) -> Date {
        guard let text = value(name) else { return Date() }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw CommandError.usage("--\(name.text) takes a time as in 2026-01-31T12:00:00Z.")
        }
        return date
    }

    /// The argument `NAME`, which the declaration makes compulsory.
    package func required(_ name: ArgumentName) throws -> String {
        guard let value = argument(name) else {
            throw CommandError.usage("\(name.text) is missing.")
        }
        return value
    }
}
