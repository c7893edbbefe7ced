internal import CWebKitGTK
internal import Foundation
package import JourneyBase
internal import Synchronization

/// Shows screens as pages in a window of their own.
///
/// The pages are this package's, without script and without network; a script world of its own listens to their form.
/// What is typed into a secret's field is wiped from this process; the engine's own process, which is another, keeps no
/// promise. So this presenter is for development and demos, as everything on Linux that takes a person's secrets.
@GTKActor
package final class WebPresenter: Presenter {
    static let world = "journey-screen"
    static let handler = "journeyScreen"

    package nonisolated var language: Language { spoken.withLock { $0 } }
    private nonisolated let spoken: Mutex<Language>
    private let theme: Theme
    private let dependencies: Dependencies
    private let engine: WebKitContainer
    private var shown: Screen?
    private var asked: (number: Int, continuation: CheckedContinuation<ScreenAction, Never>)?
    private var count = 0
    /// The number of the page that was drawn last; only its answers count.
    private var drawing = 0
    /// The pieces of that page as they stand.
    private var parts: [ScreenPart] = []
    /// The order of the keys of that page's shuffled pads.
    private var pads: [String: PINPadLayout] = [:]
    /// What was typed into secret fields of the page, on its way to the answer that follows.
    private var secrets: [String: Secret] = [:]
    private var ticker: Task<Void, Never>?
    /// Whether the page of `shown` is still on its way, and who waits for it.
    private var isLoading = false
    private var onlookers: [CheckedContinuation<Void, Never>] = []

    /// A presenter with its window, which stays hidden until something is shown.
    /// Throws `DISPLAY_UNAVAILABLE` when there is no display.
    package static func make(
        title: String? = nil, language: Language = .english, theme: Theme = .standard,
        dependencies: Dependencies = .system
    ) async throws(JourneyError) -> WebPresenter {
        WebPresenter(
            engine: try await WebKitContainer.make(policy: SourcePolicy([]), title: title ?? language(.confirm)),
            language: language, theme: theme, dependencies: dependencies)
    }

    private init(engine: WebKitContainer, language: Language, theme: Theme, dependencies: Dependencies) {
        self.engine = engine
        spoken = Mutex(language)
        self.theme = theme
        self.dependencies = dependencies
        engine.prepareForScreens { [weak self] message in self?.heard(message) }
        engine.start { [weak self] event, _ in
            GTKActor.assumeIsolated { self?.heard(event) }
        }
        engine.setVisible(false)
    }

    package func speak(_ language: Language) async { spoken.withLock { $0 = language } }

    /// Asks, and gives what is pressed; `Screen.cancelled` for a question that is cancelled, replaced, or closed away.
    package func ask(_ screen: Screen) async -> ScreenAction {
        guard !engine.isClosed else { return ScreenAction(action: Screen.cancelled) }
        count += 1
        let number = count
        finish(ScreenAction(action: Screen.cancelled))
        draw(screen)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || engine.isClosed {
                    continuation.resume(returning: ScreenAction(action: Screen.cancelled))
                } else {
                    asked = (number, continuation)
                    keepTime()
                }
            }
        } onCancel: {
            Task { @GTKActor in
                if self.asked?.number == number { self.finish(ScreenAction(action: Screen.cancelled)) }
            }
        }
    }

    package func show(_ screen: Screen) async {
        guard !engine.isClosed else { return }
        if let shown, shown.id == screen.id, !isLoading {
            self.shown = screen
            await update()
        } else {
            if shown?.id != screen.id { finish(ScreenAction(action: Screen.cancelled)) }
            draw(screen)
        }
        keepTime()
    }

    package func dismiss() async {
        finish(ScreenAction(action: Screen.cancelled))
        // What nobody else should see does not stay in a hidden page.
        if shown?.isPrivate == true { engine.loadOwnPage("<!doctype html>") }
        shown = nil
        ticker?.cancel()
        engine.setVisible(false)
    }

    /// Closes the window for good.
    package func close() async {
        await dismiss()
        engine.close()
        tellOnlookers()
    }

    /// Waits until the page of `screen` stands in the window, for whoever pictures or presses it. Returns at once when
    /// the window is closed.
    package func waitUntilDrawn(_ screen: Screen) async {
        while !engine.isClosed, shown != screen || isLoading {
            await withCheckedContinuation { onlookers.append($0) }
        }
    }

    /// The window's page, for a demo's pictures and scripted persons.
    package var page: WebKitContainer { engine }

    /// Whether somebody waits for an answer.
    var isAsking: Bool { asked != nil }

    private func tellOnlookers() {
        let told = onlookers
        onlookers = []
        for onlooker in told { onlooker.resume() }
    }

    private func page(of screen: Screen) -> ScreenPage {
        for field in screen.fields where field.pad == .shuffled && pads[field.id] == nil {
            pads[field.id] = PINPadLayout(field.pad, random: dependencies.random)
        }
        return ScreenPage(screen, language: language, theme: theme, now: dependencies.now(), pads: pads)
    }

    private func draw(_ screen: Screen) {
        pads = [:]
        let page = page(of: screen)
        (shown, parts) = (screen, page.parts)
        secrets = [:]
        isLoading = true
        engine.setVisible(true)
        drawing += 1
        engine.loadOwnPage(page.html(drawing: drawing))
    }

    /// Puts the pieces that have changed in place, so that what is typed and where the keyboard is stays.
    private func update() async {
        guard let shown, !isLoading else { return }
        let new = page(of: shown).parts
        let change = ScreenPart.change(from: parts, to: new)
        parts = new
        if let change { _ = await engine.evaluate(ScreenAnswer.update, arguments: change, world: WebPresenter.world) }
        tellOnlookers()
    }

    /// Draws again what looks different by itself, and ends a question whose time is up.
    private func keepTime() {
        ticker?.cancel()
        let now = dependencies.now()
        guard let shown else { return }
        if asked != nil, shown.isExpired(at: now) { return finish(ScreenAction(action: Screen.expired)) }
        guard let next = shown.nextChange(after: now) else { return }
        let (wait, clock) = (next.timeIntervalSince(now), dependencies.clock)
        ticker = Task { @GTKActor [weak self] in
            guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
            await self?.update()
            if !Task.isCancelled { self?.keepTime() }
        }
    }

    private func heard(_ message: ScreenMessage) {
        switch message {
        case .secret(let field, let number, let secret): if number == drawing { secrets[field] = secret }
        case .answer(let bytes):
            defer { secrets = [:] }
            guard let shown, asked != nil,
                let answer = ScreenAnswer.read(bytes, of: shown, drawing: drawing, secrets: secrets)
            else { return }
            do throws(AnswerError) { try shown.check(answer, at: dependencies.now()) } catch {
                return tell(error, on: shown)
            }
            finish(answer)
        }
    }

    private func tell(_ fault: AnswerError, on screen: Screen) {
        let index = fault.field.flatMap { field in screen.fields.firstIndex { $0.id == field } }
        let arguments: JSONValue = [
            "where": .string(index.map { "fault-\($0)" } ?? "error"),
            "focus": .string(index.map { "field-\($0)" } ?? ""),
            "text": .string(fault.message(on: screen, at: dependencies.now(), in: language)),
        ]
        Task { _ = await engine.evaluate(ScreenAnswer.tell, arguments: arguments, world: WebPresenter.world) }
    }

    private func heard(_ event: WebEvent) {
        switch event {
        case .closedByPerson: finish(ScreenAction(action: Screen.cancelled))
        case .loaded, .loadFailed:
            isLoading = false
            tellOnlookers()
            // What was shown while the page was on its way.
            Task { await update() }
        case .processLost: if let shown { draw(shown) }
        case .message(let message): message.reply("")
        default: break
        }
    }

    private func finish(_ action: ScreenAction) {
        asked?.continuation.resume(returning: action)
        asked = nil
    }
}
