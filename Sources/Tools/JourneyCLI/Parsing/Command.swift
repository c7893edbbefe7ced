/// The declaration of a command. Parser, help and completions all use it.
package struct Command: Sendable {
    /// The command's word; for the root, the program's name.
    package var name: String
    /// A one-line summary, without a full stop.
    package var summary: String
    /// Further paragraphs of the help.
    package var discussion: [String]
    package var arguments: [Argument]
    package var options: [Option]
    package var examples: [Example]
    /// The subcommands.
    package var subcommands: [Command]
    /// The task that the help lists the command under; `nil` for one that needs no heading of its own.
    package private(set) var task: String?
    /// `true` if the command can be run; `false` if it only groups subcommands.
    package var runsItself: Bool
    /// Runs the command and returns its status. It translates only; the libraries make all decisions.
    package var run: @Sendable (Invocation) async throws -> CommandStatus

    /// An example for the help.
    package struct Example: Sendable {
        package var line: String
        package var explanation: String

        package init(_ line: String, _ explanation: String) {
            self.line = line
            self.explanation = explanation
        }
    }

    /// Creates a command. With subcommands, it takes no arguments. Without `run`, it only groups subcommands.
    package init(
        _ name: String, summary: String, discussion: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Example] = [], subcommands: [Command] = [],
        run: (@Sendable (Invocation) async throws -> CommandStatus)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
        self.runsItself = run != nil
        self.run = run ?? { _ in .badInput }
    }

    /// Returns the commands with the task that the help lists them under.
    package static func task(_ name: String, _ commands: [Command]) -> [Command] {
        commands.map { command in
            var command = command
            command.task = name
            return command
        }
    }

    /// The options of every command.
    static let commonOptions: [Option] = [
        Option(.json, help: "Print JSON instead of text"),
        Option(
            .color, value: .choice(["auto", "always", "never"]), help: "When to colour the output",
            defaultText: "auto: on a terminal"),
        Option(.help, "h", help: "Show this help"),
    ]

    /// The command's own options and the common ones.
    var allOptions: [Option] { options + Command.commonOptions }
}

/// The kind of a value, used by the parser, the help and the completions.
package enum ValueKind: Sendable, Equatable {
    /// Any text, with its name in the help.
    case text(String)
    /// An integer in this range.
    case integer(ClosedRange<Int>)
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// One of these words.
    case choice([String])

    /// The placeholder in the help.
    var placeholder: String {
        switch self {
        case .text(let name): name
        case .integer: "N"
        case .file: "FILE"
        case .directory: "DIR"
        case .choice(let words): words.joined(separator: "|")
        }
    }
}

/// A positional argument.
package struct Argument: Sendable {
    /// The name in the help, in capitals.
    package var name: String
    package var kind: ValueKind
    package var help: String
    package var isOptional: Bool
    /// `true` if it takes all remaining words; only for the last argument.
    package var isRepeated: Bool

    package init(
        _ name: ArgumentName, kind: ValueKind = .file, help: String, isOptional: Bool = false, isRepeated: Bool = false
    ) {
        self.name = name.text
        self.kind = kind
        self.help = help
        self.isOptional = isOptional
        self.isRepeated = isRepeated
    }
}

/// An option `--long` or `-l`, with or without a value.
package struct Option: Sendable {
    package var long: String
    package var short: Character?
    /// The kind of its value; `nil` for a switch.
    package var value: ValueKind?
    package var help: String
    /// The default value, in words.
    package var defaultText: String?
    /// `true` if the option may be given several times.
    package var isRepeated = false
    /// The placeholders of an option that takes several values in a row; empty for one value.
    package var names: [String] = []

    /// Creates a switch.
    package init(_ name: SwitchName, _ short: Character? = nil, help: String) {
        long = name.text
        self.short = short
        self.help = help
    }

    /// Creates an option with a value, or with several values of one kind, which the help calls `names`.
    package init(
        _ name: OptionName, _ short: Character? = nil, value: ValueKind, help: String, defaultText: String? = nil,
        isRepeated: Bool = false, names: [String] = []
    ) {
        long = name.text
        self.short = short
        self.value = value
        self.help = help
        self.defaultText = defaultText
        self.isRepeated = isRepeated
        self.names = names
    }

    /// The spellings, with their dashes.
    var spellings: [String] { ["--\(long)"] + (short.map { ["-\($0)"] } ?? []) }

    /// The placeholders of the values; empty for a switch.
    var placeholders: [String] { names.isEmpty ? value.map { [$0.placeholder] } ?? [] : names }
}
