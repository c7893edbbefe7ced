import JourneyBase
import JourneyCLI
import JourneyScreens

extension JourneyCommand {
    static let screens: Command = Command(
        "screens", summary: "shows one screen of each kind on this terminal, or writes pictures of all screens",
        discussion: [
            "For checking a language or a terminal: Tab moves, Enter selects, Esc goes back, Ctrl-C quits. Input is"
                + " discarded. Set NO_COLOR for plain lines.",
            "With --out, every screen of every product is drawn as a page: in each language, in light and dark, at 100 % and 200 %"
                + " text on 320, 390 and 1,024 points, and at 310 % on 320. One page shows the pictures, with search and filters,"
                + " what is cut off, and axe's findings where its Python package is installed. With --accepted, pictures are"
                + " compared with accepted ones by their hashes; screens.txt in the folder has the new hashes.",
        ],
        options: [
            Option(.language, value: .choice(Language.allCases.map(\.tag)), help: "The language", defaultText: "en"),
            Option(.screen, value: .text("ID"), help: "Show only the screen with this ID"),
            Option(.out, value: .directory, help: "Write pictures of all screens, and their page, to this folder"),
            Option(.accepted, value: .file, help: "Compare the pictures with these hashes"),
        ],
        examples: [
            .init("journey screens --language ar --screen consent", "Shows the consent list in Arabic."),
            .init("journey screens --out screens", "Writes pictures of all screens."),
        ]
    ) { invocation in
        if invocation.value(.out) != nil {
            try WebProgram.check(for: "screens")
            try WebProgram.become(Array(CommandLine.arguments.dropFirst()))
        }
        let language = Language(preferred: [invocation.value(.language) ?? "en"])
        let wanted = invocation.value(.screen)
        let dependencies = Dependencies.system
        let screens = ScreenGallery.screens(in: language, now: dependencies.now())
            .filter { wanted == nil || $0.id == wanted }
        guard !screens.isEmpty else {
            throw CommandError.badInput(.screenUnknown, "There is no screen with the ID \(wanted ?? "").")
        }
        let presenter = TerminalPresenter(language: language, dependencies: dependencies)
        for screen in screens {
            guard await presenter.ask(screen).action != Screen.cancelled else { break }
        }
        await presenter.dismiss()
        return .done
    }
}
