/// One command of a program, declared once: the parser, the help and the completions all read this value.
public struct Command: Sendable {
    /// The word that calls it; for the root, the program's name.
    public var name: String
    /// One line, without a full stop.
    public var summary: String
    /// What else there is to say, one paragraph each.
    public var discussion: [String]
    public var arguments: [Argument]
    public var options: [Option]
    public var examples: [Example]
    /// Commands below this one.
    public var subcommands: [Command]
    /// Whether it does something itself, or only holds others.
    public var runsItself: Bool
    /// Does it and gives the status. Translates only: what is decided is decided in the libraries.
    public var run: @Sendable (Invocation) async throws -> CommandStatus

    /// A line worth copying.
    public struct Example: Sendable {
        public var line: String
        public var explanation: String

        public init(_ line: String, _ explanation: String) {
            self.line = line
            self.explanation = explanation
        }
    }

    /// A command that does something. Where it has others below it, it takes no arguments.
    public init(
        _ name: String, summary: String, discussion: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Example] = [], subcommands: [Command] = [],
        run: @escaping @Sendable (Invocation) async throws -> CommandStatus
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
        self.runsItself = true
        self.run = run
    }

    /// A command that only holds others.
    public init(
        _ name: String, summary: String, discussion: [String] = [], options: [Option] = [],
        examples: [Example] = [], subcommands: [Command]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = []
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
        self.runsItself = false
        self.run = { _ in .badInput }
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
public enum ValueKind: Sendable, Equatable {
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
public struct Argument: Sendable {
    /// In capitals, as the help shows it.
    public var name: String
    public var kind: ValueKind
    public var help: String
    public var isOptional: Bool
    /// Takes all words that are left; only the last argument may.
    public var isRepeated: Bool

    public init(
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
public struct Option: Sendable {
    public var long: String
    public var short: Character?
    /// `nil` for a switch.
    public var value: ValueKind?
    public var help: String
    /// What holds when it is not given, in words.
    public var defaultText: String?
    /// Whether it may stand more than once.
    public var isRepeated: Bool
    /// What its values are called where it takes several of the kind, one after the other; empty for one.
    public var names: [String]

    /// A switch.
    public init(_ name: SwitchName, _ short: Character? = nil, help: String) {
        long = name.text
        self.short = short
        value = nil
        self.help = help
        defaultText = nil
        isRepeated = false
        names = []
    }

    /// An option with a value, or with several of a kind that are called `names`.
    public init(
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

    /// What its values are called, one or several; none for a switch.
    var placeholders: [String] { names.isEmpty ? value.map { [$0.placeholder] } ?? [] : names }
}
