/// Completion scripts for the shells, generated from the declarations so that they cannot fall behind.
package enum Completions {
    /// The shells that are served.
    package enum Shell: String, CaseIterable, Sendable { case bash, zsh }

    /// A script that the shell sources.
    package static func script(for root: Command, shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script(for: root)
        case .zsh: ZshCompletions.script(for: root)
        }
    }

    /// Calls `body` for each command with the words that lead to it.
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

    /// Every spelling of an option that takes values, by how many.
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

    /// In single quotes for a shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
