import JourneyBase
import JourneyHarness
import JourneyWeb
import Synchronization

/// Plays the person on native screens: they are drawn for real, pictured, and pressed as the script says.
///
/// A screen that the script does not expect goes back: a script that forgets one approves nothing.
final class AutopilotPresenter: Presenter {
    let language: Language
    private let window: PersonWindow
    private let answers: Mutex<[AutopilotScript.Answer]>
    private let shots: ShotWriter?
    private let step: @Sendable () -> String

    /// `step` names the step under way, for the pictures.
    init(
        _ script: AutopilotScript, window: PersonWindow, shots: ShotWriter?, step: @escaping @Sendable () -> String
    ) {
        self.window = window
        language = window.language
        answers = Mutex(script.answers)
        self.shots = shots
        self.step = step
    }

    func ask(_ screen: Screen) async -> ScreenAction {
        let answer = answers.withLock { answers -> AutopilotScript.Answer? in
            guard let index = answers.firstIndex(where: { $0.screen == screen.id }) else { return nil }
            return answers.remove(at: index)
        }
        guard let presenter = try? await window.presenter() else { return ScreenAction(action: Screen.cancelled) }
        async let given = presenter.ask(screen)
        do {
            await presenter.waitUntilDrawn(screen)
            let page = await presenter.page
            for (index, field) in screen.fields.enumerated() {
                if let text = answer?.values[field.id] { try await page.fill("#field-\(index)", with: text) }
            }
            await shots?.shoot(page, step: step())
            guard let answer, screen.actions.contains(where: { $0.id == answer.action }) else {
                throw JourneyError(.userCancelled, "The script does not expect the screen \(screen.id).")
            }
            try await page.press("button[value=\"\(answer.action)\"]")
        } catch {
            await presenter.dismiss()
        }
        return await given
    }

    func show(_ screen: Screen) async {
        guard let presenter = try? await window.presenter() else { return }
        await presenter.show(screen)
        await presenter.waitUntilDrawn(screen)
        await shots?.shoot(await presenter.page, step: step())
    }

    func dismiss() async { await window.dismiss() }
}
