import JourneyBase
import JourneyHarness
import JourneyWeb
import Synchronization

/// Acts as the user on native screens, which are rendered, captured, and operated as the script requests.
///
/// A screen that the script does not expect is cancelled, so an incomplete script approves nothing.
final class AutopilotPresenter: Presenter {
    let language: Language
    private let window: ScreenWindow
    private let answers: Mutex<[AutopilotScript.Answer]>
    private let shots: ShotWriter?
    private let stops: StopPictures
    private let step: @Sendable () -> String
    private let fail: @Sendable (JourneyError) -> Void

    /// Creates a presenter. `step` returns the current step, for screenshots. `fail` is called if a press on a screen has no
    /// effect.
    init(
        _ script: AutopilotScript, window: ScreenWindow, shots: ShotWriter?, stops: StopPictures,
        step: @escaping @Sendable () -> String, fail: @escaping @Sendable (JourneyError) -> Void
    ) {
        self.window = window
        language = window.language
        answers = Mutex(script.answers)
        self.shots = shots
        self.stops = stops
        self.step = step
        self.fail = fail
    }

    func ask(_ screen: Screen) async -> ScreenAction {
        let answer = answers.withLock { answers -> AutopilotScript.Answer? in
            guard let index = answers.firstIndex(where: { $0.screen == screen.id }) else { return nil }
            return answers.remove(at: index)
        }
        guard let presenter = try? await window.presenter() else { return ScreenAction(action: Screen.cancelled) }
        let answered = Answered()
        async let given = AutopilotPresenter.answer(to: screen, of: presenter, answered)
        do {
            await presenter.waitUntilDrawn(screen)
            let page = await presenter.page
            for (index, field) in screen.fields.enumerated() {
                guard let text = answer?.values[field.id] else { continue }
                if field.kind == .date, let day = CalendarDay(typed: text) {
                    for part in CalendarDay.Part.allCases {
                        let suffix = part == .day ? "" : "-\(part.rawValue)"
                        try await page.fill("#field-\(index)\(suffix)", with: day.typed(part))
                    }
                } else {
                    try await page.fill("#field-\(index)", with: text)
                }
            }
            await shots?.shoot(page, step: step())
            guard let answer, screen.actions.contains(where: { $0.id == answer.action }) else {
                throw JourneyError(.userCancelled, "The script has no entry for the screen \(screen.id).")
            }
            try await page.press("button[value=\"\(answer.action)\"]")
            let start = ContinuousClock.now
            while !answered.isTrue, !Task.isCancelled {
                if ContinuousClock.now - start >= PressMonitor.limit {
                    await stop(screen, answer.action, on: page)
                    await presenter.dismiss()
                    break
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        } catch {
            stops.record(
                "notice",
                [
                    "text": .string(
                        "The screen \(screen.id) was cancelled: \((error as? JourneyError)?.message ?? "cancelled")")
                ])
            await presenter.dismiss()
        }
        return await given
    }

    /// A flag that is set when a question was answered.
    private final class Answered: Sendable {
        private let value = Mutex(false)
        var isTrue: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }

    private static func answer(
        to screen: Screen, of presenter: WebPresenter, _ answered: Answered
    ) async -> ScreenAction {
        let action = await presenter.ask(screen)
        answered.set()
        return action
    }

    /// Ends the run because the screen does not accept the script's input.
    private func stop(_ screen: Screen, _ action: String, on page: WebKitContainer) async {
        let complaint = await page.look()?.complaint ?? ""
        let picture = await stops.picture(of: page, step: step())
        fail(
            JourneyError(
                .autopilotStopped,
                "On the screen \(screen.id): pressing \(action) had no effect.\(complaint.isEmpty ? "" : " " + complaint)\(picture)"
            ))
    }

    func show(_ screen: Screen) async {
        guard let presenter = try? await window.presenter() else { return }
        await presenter.show(screen)
        await presenter.waitUntilDrawn(screen)
        await shots?.shoot(await presenter.page, step: step())
    }

    func dismiss() async { await window.dismiss() }
}
