/// The name of an option that has a value, declared once as a constant of the program: a misspelt one does not compile.
package struct OptionName: Hashable, Sendable {
    /// The name without its dashes.
    package let text: String

    /// The option `--text`.
    package init(_ text: String) { self.text = text }

    static let color = OptionName("color")
}

/// The name of an option without a value, declared once as a constant of the program.
package struct SwitchName: Hashable, Sendable {
    /// The name without its dashes.
    package let text: String

    /// The option `--text`.
    package init(_ text: String) { self.text = text }

    static let json = SwitchName("json")
    static let help = SwitchName("help")
}

/// The name of a word that follows the command, declared once as a constant of the program.
package struct ArgumentName: Hashable, Sendable {
    /// The name in capitals, as the help shows it.
    package let text: String

    /// The argument `text`.
    package init(_ text: String) { self.text = text }
}
