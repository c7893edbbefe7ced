import JourneyBase
import JourneyCLI

extension JourneyCommand {
    static let completions: Command = Command(
        "completions", summary: "prints a shell completion script",
        arguments: [
            Argument(.shell, kind: .choice(Completions.Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish")
        ],
        examples: [
            .init("source <(journey completions bash)", "Enable completion in this shell."),
            .init("journey completions zsh > ~/.zfunc/_journey", "Enable completion in every zsh."),
            .init(
                "journey completions fish > ~/.config/fish/completions/journey.fish", "Enable completion in every fish."
            ),
        ]
    ) { invocation in
        guard let shell = Completions.Shell(rawValue: try invocation.required(.shell)) else { return .badInput }
        let script = Completions.script(for: root, shell: shell)
        invocation.terminal.print(["script": .string(script), "shell": .string(shell.rawValue)], or: script)
        return .done
    }
}
