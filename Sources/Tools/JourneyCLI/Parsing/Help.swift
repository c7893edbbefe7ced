/// Formats the help of a command.
enum Help {
    /// Returns the help, at most `width` columns wide, with colours only if `style` has them.
    static func text(for command: Command, path: String, style: Style, width: Int) -> String {
        var out = "\(style.bold(path)): \(command.summary)\n"
        for paragraph in command.discussion {
            out += "\n" + TextLayout.wrap(paragraph, width: width).joined(separator: "\n") + "\n"
        }
        out += section("Usage", usages(of: command, path: path), style)
        let column = command.subcommands.map(\.name.count).max()
        for task in tasks(of: command) {
            let commands = command.subcommands.filter { $0.task == task }
            out += table(task ?? "Commands", commands.map { ($0.name, $0.summary) }, style, width, column: column)
        }
        out += table("Arguments", command.arguments.map { ($0.name, $0.help) }, style, width)
        out += table("Options", command.allOptions.map { (spelling(of: $0), describe($0)) }, style, width)
        let examples = command.examples.flatMap { ["\($0.line)", style.dim("    \($0.explanation)")] }
        out += section("Examples", examples, style)
        if !command.subcommands.isEmpty {
            out += "\n" + style.dim("More about a command: \(path) COMMAND --help") + "\n"
        }
        return out
    }

    /// The tasks of the subcommands, in the order of their first commands.
    private static func tasks(of command: Command) -> [String?] {
        var tasks: [String?] = []
        for child in command.subcommands where !tasks.contains(child.task) { tasks.append(child.task) }
        return tasks
    }

    private static func usages(of command: Command, path: String) -> [String] {
        (command.runsItself ? [usage(of: command, path: path)] : [])
            + (command.subcommands.isEmpty ? [] : ["\(path) COMMAND"])
    }

    private static func usage(of command: Command, path: String) -> String {
        let arguments = command.arguments.map { argument in
            let name = argument.name + (argument.isRepeated ? "…" : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        return ([path, "[OPTIONS]"] + arguments).joined(separator: " ")
    }

    private static func spelling(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? ""
        let value = option.placeholders.map { " \($0)" }.joined()
        return "\(short)--\(option.long)\(value)"
    }

    private static func describe(_ option: Option) -> String {
        option.help + (option.defaultText.map { " (default \($0))" } ?? "")
    }

    private static func section(_ title: String, _ lines: [String], _ style: Style) -> String {
        guard !lines.isEmpty else { return "" }
        return "\n\(style.bold(title))\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static func table(
        _ title: String, _ rows: [(String, String)], _ style: Style, _ width: Int, column: Int? = nil
    ) -> String {
        let column = min(30, column ?? rows.map { $0.0.count }.max() ?? 0)
        let lines = rows.flatMap { name, help -> [String] in
            let wrapped = TextLayout.wrap(help, width: max(24, width - column - 4))
            let first = wrapped.first ?? ""
            let indent = String(repeating: " ", count: column + 2)
            let head =
                name.count <= column
                ? [TextLayout.pad(name, to: column) + "  " + first] : [name, indent + first]
            return head + wrapped.dropFirst().map { indent + $0 }
        }
        return section(title, lines, style)
    }
}
