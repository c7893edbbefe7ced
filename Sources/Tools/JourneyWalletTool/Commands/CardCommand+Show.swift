import JourneyBase
import JourneyCLI

extension WalletCommands {
    static func showCard(_ run: @escaping Run) -> Command {
        Command(
            "show", summary: "shows the number and the CVV of a card, after a one-time code",
            discussion: [
                "The issuer draws them, in frames of its own in a web engine: in a window where there is a display. The other"
                    + " screens are shown on this terminal. With --code there are no prompts; the sandbox's code is 123456.",
                SandboxCard.names,
                "Status 0: shown. 1: left, or an error. 2: input that cannot be used. 3: refused.",
            ],
            arguments: [SandboxCard.argument],
            options: SandboxCard.options + [
                Option(.code, "c", value: .text("DIGITS"), help: "The code to enter, once; no prompts"),
                Option(.shots, value: .directory, help: "The directory for screenshots", defaultText: "card-output"),
                Option(.trace, value: .file, help: "The file for each message between app and pages, one per line"),
                Option(.seconds, value: .integer(5...600), help: "How long the card is shown", defaultText: "60"),
                Option(.stay, help: "With --code, leave the card until its time is over"),
                Option(
                    .store, value: .directory, help: "The directory of this host's sealed store",
                    defaultText: "device in $JOURNEY_HOME, or .journey/device"),
                Option(
                    .lang, "l", value: .choice(Language.allCases.map(\.tag)), help: "The language of the screens",
                    defaultText: "en"
                ),
                Option(.headless, help: "Show no window even where there is a display"),
                Option(.withParent, help: "Stop when standard input ends"),
            ],
            examples: [
                .init("journey card show everyday", "Shows a card of the running sandbox; you type the code."),
                .init("journey card show everyday --code 123456 --shots shots", "Unattended, with pictures."),
            ], run: run)
    }
}
