/// Fish completions, generated from the declarations.
enum FishCompletions {
    static func script(for root: Command) -> String {
        let function = Completions.functionName(root) + "_path"
        var lines: [String] = []
        Completions.visit(root) { command, path in
            let place = "complete -c \(root.name) -n \(quoted("test \"$(\(function))\" = \"\(path)\""))"
            for child in command.subcommands {
                lines.append("\(place) -a \(quoted(child.name)) -d \(quoted(child.summary))")
            }
            for argument in command.arguments {
                switch argument.kind {
                case .choice(let words): lines.append("\(place) -a \(quoted(words.joined(separator: " ")))")
                case .file: lines.append("\(place) -F")
                case .directory: lines.append("\(place) -a '(__fish_complete_directories)'")
                case .text, .integer: break
                }
            }
            for option in command.allOptions { lines.append("\(place) \(spec(option))") }
        }
        let valued = Completions.valuedOptions(of: root).sorted { $0.key < $1.key }.map { count, spellings in
            "            case \(spellings.joined(separator: " "))\n                set skip \(count); set count \(count)\n"
        }
        return """
            # fish completion for \(root.name). Use: \(root.name) completions fish | source
            # Prints the words of the command that is being typed, or nothing between the values of one option.
            function \(function)
                set -l path \(root.name); set -l skip 0; set -l count 0
                for word in (commandline -opc)[2..-1]
                    if test $skip -gt 0
                        set skip (math $skip - 1)
                        continue
                    end
                    switch $word
            \(valued.joined())            case '-*'
                        case '*'
                            switch "$path $word"
                                case \(Completions.paths(root).map(quoted).joined(separator: " "))
                                    set path "$path $word"
                            end
                    end
                end
                if test $skip -eq 0; or test $skip -eq $count
                    echo $path
                end
            end
            complete -c \(root.name) -f
            \(lines.joined(separator: "\n"))

            """
    }

    private static func spec(_ option: Option) -> String {
        let names = option.spellings.map { spelling in
            spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
        }
        let value: String? =
            switch option.value {
            case .choice(let words)?: "-x -a \(quoted(words.joined(separator: " ")))"
            case .file?: "-r -F"
            case .directory?: "-x -a '(__fish_complete_directories)'"
            case .text?, .integer?: "-x"
            case nil: nil
            }
        return (names + [value, "-d \(quoted(option.help))"].compactMap { $0 }).joined(separator: " ")
    }

    /// Quotes text in single quotes, in which fish reads a backslash before a quote or another backslash.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
