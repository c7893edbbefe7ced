import JourneyBase
import JourneyCLI

extension WalletCommands {
    static func showCard(_ run: @escaping Run) -> Command {
        Command(
            "show", summary: "shows the number and the CVV of a card, after a one-time code",
            discussion: [
                "The issuer draws them, in frames of its own in a web engine: in a window where there is a display. The other"
                    + " screens stand on this terminal. With --code nobody is asked; the sandbox's code is 123456.",
                SandboxCard.names,
                "Status 0: shown. 1: left, or something broke. 2: input that cannot be used. 3: refused.",
            ],
            arguments: [SandboxCard.argument],
            options: SandboxCard.options + [
                Option(.code, "c", value: .text("DIGITS"), help: "The code that is typed, once; nobody is asked"),
                Option(.shots, value: .directory, help: "Write pictures here", defaultText: "card-output"),
                Option(.trace, value: .file, help: "Write each message between app and pages here, one to a line"),
                Option(.seconds, value: .integer(5...600), help: "How long the card is shown", defaultText: "60"),
                Option(.stay, help: "With --code, leave the card until its time is over"),
                Option(
                    .store, value: .directory, help: "Where this host keeps its sealed items",
                    defaultText: "device in $JOURNEY_HOME, or .journey/device"),
                Option(
                    .lang, "l", value: .choice(Language.allCases.map(\.tag)), help: "Of the screens", defaultText: "en"
                ),
                Option(.headless, help: "Show no window even where there is a display"),
                Option(.withParent, help: "Stop when standard input ends"),
            ],
            examples: [
                .init("journey card show everyday", "Shows a card of the sandbox that runs; you type the code."),
                .init("journey card show everyday --code 123456 --shots shots", "Unattended, with pictures."),
            ], run: run)
    }
}
