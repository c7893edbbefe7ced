/// Bash completions, generated from the declarations.
enum BashCompletions {
    static func script(for root: Command) -> String {
        var cases = ""
        Completions.visit(root) { command, path in
            let words =
                command.subcommands.map(\.name)
                + command.allOptions.flatMap(\.spellings)
            cases += "        \(Completions.quoted(path))) words=\(Completions.quoted(words.joined(separator: " ")))"
            let fixed = command.arguments.flatMap { argument -> [String] in
                if case .choice(let words) = argument.kind { words } else { [] }
            }
            let takesFiles = command.arguments.contains { $0.kind == .file || $0.kind == .directory }
            cases += " fixed=\(Completions.quoted(fixed.joined(separator: " "))) files=\(takesFiles ? "yes" : "")"
            let values = command.allOptions.compactMap { option -> String? in
                guard let kind = option.value else { return nil }
                let spellings = option.spellings.joined(separator: "|")
                return switch kind {
                case .choice(let words): "\(spellings)) choices=\(Completions.quoted(words.joined(separator: " ")));;"
                case .file, .directory: "\(spellings)) choices=@files;;"
                case .text, .integer: "\(spellings)) choices=@none;;"
                }
            }
            cases += "\n            case $previous in \(values.joined(separator: " ")) esac ;;\n"
        }
        let valued = Completions.valuedOptions(of: root).sorted { $0.key < $1.key }
            .map { "\($1.joined(separator: "|"))) skip=\($0) option=$word ;;" }
            .joined(separator: "\n                        ")
        let name = Completions.functionName(root)
        return """
            # bash completion for \(root.name). Use: source <(\(root.name) completions bash)
            \(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local path=\(root.name) words= fixed= files= choices= index=1 word skip=0 option=
                while ((index < COMP_CWORD)); do
                    word=${COMP_WORDS[index]}
                    ((index++))
                    if ((skip)); then ((skip--)); continue; fi
                    case $word in
                        \(valued)
                        -*) ;;
                        *) case "$path $word" in
                            \(Completions.paths(root).map(Completions.quoted).joined(separator: "|"))) path="$path $word" ;;
                        esac ;;
                    esac
                done
                if ((skip)); then previous=$option; fi
                case $path in
            \(cases)    esac
                COMPREPLY=()
                if [[ $choices == @files ]]; then
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                elif [[ -n $choices ]]; then
                    [[ $choices == @none ]] || mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
                elif [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                else
                    mapfile -t COMPREPLY < <(compgen -W "$words $fixed" -- "$current" | grep -v '^-')
                    [[ -z $files ]] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
                fi
            }
            complete -o filenames -F \(name) \(root.name) ./\(root.name)

            """
    }
}
