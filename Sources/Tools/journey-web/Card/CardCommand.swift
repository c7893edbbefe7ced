import CardDetailsSDK
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyScreens
import JourneyWeb

extension JourneyWebCommand {
    /// Runs `card show`: one viewing of one card, interactively or with a code that is entered once.
    @Sendable static func showCard(_ invocation: Invocation) async throws -> CommandStatus {
        let files = try CardFiles(invocation)
        let code = try code(invocation)
        let output = RunOutput(terminal: invocation.terminal, isDrawn: code == nil)
        let folder = invocation.value(.shots) ?? "card-output"
        let shots = try ShotWriter(folder: folder) { event, attributes in
            var members = attributes
            members["title"] = members.removeValue(forKey: "step")
            output.event(event, members, nil)
        }
        let trace = try invocation.value(.trace).map { try MessageTrace(path: $0) }
        let display = try await Screens.open(headless: invocation.has(.headless) || code != nil)
        let language = Language(preferred: [invocation.value(.lang) ?? "en"])
        let window = ScreenWindow(language: language)
        let pages = CardWindows()
        let terminal = StandardTerminal()
        let person: any Presenter =
            code.map {
                CodePresenter(
                    code: $0, stays: invocation.has(.stay), window: window, shots: shots)
            } ?? NonInteractiveWaiting(TerminalPresenter(terminal: terminal, language: language), on: terminal)
        let presenter = WatchedPresenter(base: person, telling: output, passing: ["card-wait"]) { screen in
            guard screen.id == "card-shown", let card = pages.card else { return }
            await shots.shoot(card, step: screen.title, name: "card")
        }
        let show = CardRun(
            files: files, presenter: presenter, pages: pages, trace: trace, output: output,
            visibility: .seconds(invocation.integer(.seconds) ?? 60),
            store: invocation.value(.store) ?? (Environment["JOURNEY_HOME"] ?? ".journey") + "/device")
        let ended = await Task {
            try await Interruption.handled(withParent: invocation.has(.withParent)) { try await show.run() }
        }.result
        let isOpen = await window.isOpen
        await window.close()
        if !isOpen, !pages.isUsed { await display?.close() }
        return show.report(try ended.get(), pictures: folder)
    }

    /// Returns the code to enter in an unattended run.
    private static func code(_ invocation: Invocation) throws(CommandError) -> String? {
        guard let code = invocation.value(.code) else {
            if invocation.has(.stay) { throw CommandError.usage("--stay requires --code.") }
            return nil
        }
        guard code.utf8.count == 6, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw CommandError.badInput(.codeInvalid, "--code must have six digits.")
        }
        return code
    }
}
