/// Zsh completions, generated from the declarations.
enum ZshCompletions {
    static func script(for root: Command) -> String {
        var functions = ""
        Completions.visit(root) { command, path in
            let name = "_" + path.replacing(" ", with: "_").replacing("-", with: "_")
            functions += "\(name)() {\n"
            if command.subcommands.isEmpty {
                let specs = command.allOptions.flatMap(spec) + command.arguments.map(spec)
                functions += "    _arguments -s \\\n"
                functions += specs.map { "        \(Completions.quoted($0))" }.joined(separator: " \\\n") + "\n"
            } else {
                functions += "    local -a commands=(\n"
                for child in command.subcommands {
                    functions += "        \(Completions.quoted("\(child.name):\(child.summary)"))\n"
                }
                functions += "    )\n    local context state state_descr line\n    typeset -A opt_args\n"
                let own = (command.runsItself ? command.allOptions.flatMap(spec) : []).map {
                    Completions.quoted($0) + " "
                }
                functions += "    _arguments -C \(own.joined())'1: :->command' '*:: :->rest'\n    case $state in\n"
                functions += "        command) _describe command commands ;;\n        rest) case $line[1] in\n"
                for child in command.subcommands {
                    functions += "            \(child.name)) \(name)_\(child.name.replacing("-", with: "_")) ;;\n"
                }
                functions += "        esac ;;\n    esac\n"
            }
            functions += "}\n"
        }
        let name = Completions.functionName(root)
        return """
            #compdef \(root.name)
            # zsh completion for \(root.name). Use: source <(\(root.name) completions zsh)
            \(functions)compdef \(name) \(root.name)

            """
    }

    private static func spec(_ option: Option) -> [String] {
        let star = option.isRepeated ? "*" : ""
        let value = option.placeholders.map { ":\(escaped($0)):\(option.value.map(action) ?? "")" }.joined()
        return option.spellings.map { "\(star)\($0)[\(escaped(option.help))]\(value)" }
    }

    private static func spec(_ argument: Argument) -> String {
        let place = argument.isRepeated ? "*:" : argument.isOptional ? "::" : ":"
        return "\(place)\(escaped(argument.name)):\(action(argument.kind))"
    }

    private static func action(_ kind: ValueKind) -> String {
        switch kind {
        case .file: "_files"
        case .directory: "_files -/"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        case .text, .integer: " "
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[")
            .replacing("]", with: "\\]")
    }
}
