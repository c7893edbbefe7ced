/// What a program tells its caller.
package enum CommandStatus: Int32, Sendable {
    /// Done.
    case done = 0
    /// Something else went wrong: a server, a disk, a program that is missing.
    case failed = 1
    /// The command line, or what it names, cannot be understood.
    case badInput = 2
    /// Understood, and refused: a signature, an expiry, a rule.
    case refused = 3
}

/// A command that could not do what it was asked.
package struct CommandError: Error, Sendable, Hashable {
    package var status: CommandStatus
    /// A stable code, where there is one.
    package var code: String
    /// One clear sentence.
    package var message: String

    package init(_ status: CommandStatus, code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }
    /// What was typed does not fit together.
    package static func usage(_ message: String) -> CommandError { badInput("USAGE", message) }

    /// What was named cannot be understood or used.
    package static func badInput(_ code: String, _ message: String) -> CommandError {
        CommandError(.badInput, code: code, message)
    }

    /// Something broke on the way.
    package static func failed(_ code: String, _ message: String) -> CommandError {
        CommandError(.failed, code: code, message)
    }
}
