/// Shell completion scripts, generated from the declarations so that they can't become outdated.
package enum Completions {
    /// The supported shells.
    package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    /// Returns a script for the shell to source.
    package static func script(for root: Command, shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script(for: root)
        case .zsh: ZshCompletions.script(for: root)
        case .fish: FishCompletions.script(for: root)
        }
    }

    /// Calls `body` for each command with its path of command words.
    static func visit(_ command: Command, path: String? = nil, _ body: (Command, String) -> Void) {
        let path = path ?? command.name
        body(command, path)
        for child in command.subcommands { visit(child, path: "\(path) \(child.name)", body) }
    }

    static func paths(_ root: Command) -> [String] {
        var found: [String] = []
        visit(root) { found.append($1) }
        return found
    }

    /// Returns the spellings of the options that take values, grouped by their number of values.
    static func valuedOptions(of root: Command) -> [Int: [String]] {
        var found: [Int: Set<String>] = [:]
        visit(root) { command, _ in
            for option in command.allOptions where option.value != nil {
                found[option.placeholders.count, default: []].formUnion(option.spellings)
            }
        }
        return found.mapValues { $0.sorted() }
    }

    static func functionName(_ root: Command) -> String { "_" + root.name.replacing("-", with: "_") }

    /// Quotes text in single quotes for a shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
