/// One command of a program, declared once: the parser, the help and the completions all read this value.
package struct Command: Sendable {
    /// The word that calls it; for the root, the program's name.
    package var name: String
    /// One line, without a full stop.
    package var summary: String
    /// What else there is to say, one paragraph each.
    package var discussion: [String]
    package var arguments: [Argument]
    package var options: [Option]
    package var examples: [Example]
    /// Commands below this one.
    package var subcommands: [Command]
    /// Whether it does something itself, or only holds others.
    package var runsItself: Bool
    /// Does it and gives the status. Translates only: what is decided is decided in the libraries.
    package var run: @Sendable (Invocation) async throws -> CommandStatus

    /// A line worth copying.
    package struct Example: Sendable {
        package var line: String
        package var explanation: String

        package init(_ line: String, _ explanation: String) {
            self.line = line
            self.explanation = explanation
        }
    }

    /// A command that does something. Where it has others below it, it takes no arguments.
    /// Without `run`, the command only holds others.
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

    /// What every command takes beside its own options.
    static let commonOptions: [Option] = [
        Option(.json, help: "Print JSON instead of text"),
        Option(
            .color, value: .choice(["auto", "always", "never"]), help: "When to colour the output",
            defaultText: "auto: on a terminal"),
        Option(.help, "h", help: "Show this help"),
    ]

    /// Its own options and the common ones.
    var allOptions: [Option] { options + Command.commonOptions }
}

/// What a value may be: checked by the parser, shown in the help, used by the completions.
package enum ValueKind: Sendable, Equatable {
    /// Any text, shown under this name.
    case text(String)
    /// A whole number in this range.
    case integer(ClosedRange<Int>)
    /// A path of a file.
    case file
    /// A path of a folder.
    case directory
    /// One of these words.
    case choice([String])

    /// How the help shows it.
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

/// A word that follows the command, by its place.
package struct Argument: Sendable {
    /// In capitals, as the help shows it.
    package var name: String
    package var kind: ValueKind
    package var help: String
    package var isOptional: Bool
    /// Takes all words that are left; only the last argument may.
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

/// An option: `--long`, `-l`, with or without a value.
package struct Option: Sendable {
    package var long: String
    package var short: Character?
    /// `nil` for a switch.
    package var value: ValueKind?
    package var help: String
    /// What holds when it is not given, in words.
    package var defaultText: String?
    /// Whether it may stand more than once.
    package var isRepeated = false
    /// What its values are called where it takes several of the kind, one after the other; empty for one.
    package var names: [String] = []

    /// A switch.
    package init(_ name: SwitchName, _ short: Character? = nil, help: String) {
        long = name.text
        self.short = short
        self.help = help
    }

    /// An option with a value, or with several of a kind that are called `names`.
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

    /// The ways to write it, with their dashes.
    var spellings: [String] { ["--\(long)"] + (short.map { ["-\($0)"] } ?? []) }

    /// What its values are called, one or several; none for a switch.
    var placeholders: [String] { names.isEmpty ? value.map { [$0.placeholder] } ?? [] : names }
}
