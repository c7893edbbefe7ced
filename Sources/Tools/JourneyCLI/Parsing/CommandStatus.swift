/// The exit status of a program.
package enum CommandStatus: Int32, Sendable {
    /// Success.
    case done = 0
    /// A failure of a server, a disk or another program.
    case failed = 1
    /// The command line or an input it names is invalid.
    case badInput = 2
    /// The input is valid but refused: because of a signature, an expiry or a rule.
    case refused = 3
    /// A bound ended the work before it had a result.
    case bounded = 4
}

/// The error of a command.
package struct CommandError: Error, Sendable, Hashable {
    package var status: CommandStatus
    /// A stable code, listed in `docs/reference/errors.md`.
    package var code: String
    /// One sentence.
    package var message: String

    package init(_ status: CommandStatus, code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// Creates an error with a code of the commands.
    package init(_ status: CommandStatus, code: CommandCode, _ message: String) {
        self.init(status, code: code.rawValue, message)
    }

    /// Creates an error for an invalid command line.
    package static func usage(_ message: String) -> CommandError { badInput(.usage, message) }

    /// Creates an error for an invalid input.
    package static func badInput(_ code: CommandCode, _ message: String) -> CommandError {
        CommandError(.badInput, code: code, message)
    }

    /// Creates an error for a failure of the environment.
    package static func failed(_ code: CommandCode, _ message: String) -> CommandError {
        CommandError(.failed, code: code, message)
    }
}
