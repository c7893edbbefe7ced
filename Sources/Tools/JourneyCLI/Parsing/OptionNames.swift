/// The name of an option that has a value, declared once as a constant of the program: a misspelt one does not compile.
public struct OptionName: Hashable, Sendable {
    /// The name without its dashes.
    public let text: String

    /// The option `--text`.
    public init(_ text: String) { self.text = text }

    static let color = OptionName("color")
}

/// The name of an option without a value, declared once as a constant of the program.
public struct SwitchName: Hashable, Sendable {
    /// The name without its dashes.
    public let text: String

    /// The option `--text`.
    public init(_ text: String) { self.text = text }

    static let json = SwitchName("json")
    static let help = SwitchName("help")
}

/// The name of a word that follows the command, declared once as a constant of the program.
public struct ArgumentName: Hashable, Sendable {
    /// The name in capitals, as the help shows it.
    public let text: String

    /// The argument `text`.
    public init(_ text: String) { self.text = text }
}
