package import Foundation

/// A parsed command line. All values have been checked against their declarations.
package struct Invocation: Sendable {
    /// The command words, such as `journey dev certs`.
    package let path: String
    package let terminal: Terminal
    private let parsed: CommandParser.Parsed

    init(_ parsed: CommandParser.Parsed, terminal: Terminal) {
        path = parsed.path
        self.terminal = terminal
        self.parsed = parsed
    }

    /// Returns `true` if the switch `--name` was given.
    package func has(_ name: SwitchName) -> Bool { parsed.switches.contains(name.text) }
    /// Returns the value of `--name`, if given.
    package func value(_ name: OptionName) -> String? { parsed.options[name.text]?.last }
    /// Returns all values of `--name`, in order.
    package func values(_ name: OptionName) -> [String] { parsed.options[name.text] ?? [] }
    /// Returns the number given with `--name`.
    package func integer(_ name: OptionName) -> Int? { value(name).flatMap { Int($0) } }
    /// Returns the argument `NAME`, if given.
    package func argument(_ name: ArgumentName) -> String? { parsed.arguments[name.text]?.first }
    /// Returns all words of the repeated argument `NAME`.
    package func arguments(_ name: ArgumentName) -> [String] { parsed.arguments[name.text] ?? [] }

    /// Returns the value of `--name`, or throws a usage error with the sentence `what` if it is missing.
    package func required(_ name: OptionName, or what: String) throws(CommandError) -> String {
        guard let value = value(name) else { throw CommandError.usage(what) }
        return value
    }

    /// Returns the time given with `--name`, or the current time.
    package func time(_ name: OptionName) throws(CommandError) -> Date {
        guard let text = value(name) else { return Date() }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw CommandError.usage(
                "--\(name.text) takes an ISO 8601 time such as 2026-01-31T12:00:00Z, not ‘\(text)’.")
        }
        return date
    }

    /// Returns the argument `NAME`, which the declaration makes mandatory.
    package func required(_ name: ArgumentName) throws -> String {
        guard let value = argument(name) else {
            throw CommandError.usage("The argument \(name.text) is missing.")
        }
        return value
    }
}
