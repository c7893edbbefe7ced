import JourneyBase
import JourneyCLI
import JourneyScreens

extension JourneyCommand {
    static let screens: Command = Command(
        "screens", summary: "shows one screen of each kind on this terminal",
        discussion: [
            "For checking a language or a terminal: Tab moves, Enter selects, Esc goes back, Ctrl-C quits. Input is"
                + " discarded. Set NO_COLOR for plain lines."
        ],
        options: [
            Option(.language, value: .choice(Language.allCases.map(\.tag)), help: "The language", defaultText: "en"),
            Option(.screen, value: .text("ID"), help: "Show only the screen with this ID"),
        ],
        examples: [.init("journey screens --language ar --screen consent", "Shows the consent list in Arabic.")]
    ) { invocation in
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
