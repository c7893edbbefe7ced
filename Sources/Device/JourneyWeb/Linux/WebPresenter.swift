internal import CWebKitGTK
internal import Foundation
package import JourneyBase
internal import Synchronization

/// Shows screens as pages in a window.
///
/// The pages are this package's own, without script and network; a separate script world handles their forms. Typed secrets are
/// wiped from this process, but not reliably from the engine's process. This presenter is therefore for development and demos,
/// like all secret input on Linux.
@GTKActor
package final class WebPresenter: Presenter {
    static let world = "journey-screen"
    static let handler = "journeyScreen"

    package nonisolated var language: Language { spoken.withLock { $0 } }
    private nonisolated let spoken: Mutex<Language>
    private let hostTheme: Theme
    /// The host's theme, with the brand of a journey.
    private var theme: Theme
    private var style: ScreenStyle
    private let dependencies: Dependencies
    private let engine: WebKitContainer
    private var shown: Screen?
    private var asked: (number: Int, continuation: CheckedContinuation<ScreenAction, Never>)?
    private var count = 0
    /// The number of the last drawn page; only its answers count.
    private var drawing = 0
    /// The current parts of that page.
    private var parts: [ScreenPart] = []
    /// The key order of that page's shuffled pads.
    private var pads: [String: PINPadLayout] = [:]
    /// Secrets typed into that page, until the answer that follows.
    private var secrets: [String: Secret] = [:]
    private var ticker: Task<Void, Never>?
    /// `true` while the page of `shown` is being drawn.
    private var isLoading = false
    /// The document that was requested last, by the number of its first drawing, and the style and language that it has.
    private var requested: (number: Int, policy: String, language: Language)?
    /// `true` while that document is there, so that other screens can be drawn in it.
    private var isLoaded = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates a presenter whose window stays hidden until something is shown, and has the title of what is shown. Throws
    /// `DISPLAY_UNAVAILABLE` when there is no display.
    package static func make(
        language: Language = .english, theme: Theme = .standard,
        dependencies: Dependencies = .system
    ) async throws(JourneyError) -> WebPresenter {
        WebPresenter(
            engine: try await WebKitContainer.make(policy: SourcePolicy([]), title: language(.pleaseWait)),
            language: language, theme: theme, dependencies: dependencies)
    }

    private init(engine: WebKitContainer, language: Language, theme: Theme, dependencies: Dependencies) {
        self.engine = engine
        spoken = Mutex(language)
        hostTheme = theme
        self.theme = theme
        style = ScreenStyle(theme, language)
        self.dependencies = dependencies
        engine.prepareForScreens { [weak self] message in self?.receive(message) }
        engine.start { [weak self] event, _ in
            GTKActor.assumeIsolated { self?.receive(event) }
        }
        engine.setVisible(false)
    }

    package func speak(_ language: Language) async {
        spoken.withLock { $0 = language }
        style = ScreenStyle(theme, language)
    }

    package func apply(_ brand: Theme.Brand?) async {
        let branded = hostTheme.applying(brand)
        guard branded != theme else { return }
        theme = branded
        style = ScreenStyle(theme, language)
    }

    /// Shows `screen` and returns the pressed action; `Screen.cancelled` when it is cancelled, replaced, or closed.
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
                    scheduleUpdate()
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
        scheduleUpdate()
    }

    package func dismiss() async {
        finish(ScreenAction(action: Screen.cancelled))
        // Private content does not stay in a hidden page.
        if shown?.isPrivate == true {
            isLoaded = false
            requested = nil
            engine.loadOwnPage("<!doctype html>")
        }
        shown = nil
        ticker?.cancel()
        engine.setVisible(false)
    }

    /// Closes the window for good.
    package func close() async {
        await dismiss()
        engine.close()
        resumeWaiters()
    }

    /// Waits until the page of `screen` is drawn, for taking pictures and pressing buttons. Returns at once when the window is
    /// closed.
    package func waitUntilDrawn(_ screen: Screen) async {
        while !engine.isClosed, shown != screen || isLoading {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Sets the circumstances of pictures: the window's size, the person's text size, and dark colours. Nothing moves then.
    package func setAppearance(width: Int, height: Int, textPercent: Int, isDark: Bool) {
        engine.setAppearance(width: width, height: height, textPercent: textPercent, isDark: isDark)
    }

    /// The name and version of the engine, for pictures that depend on it.
    package static var engineName: String {
        "WebKitGTK \(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
    }

    /// The window's page, for pictures and scripted persons.
    package var page: WebKitContainer { engine }

    /// `true` while `ask` waits for an answer.
    var isAsking: Bool { asked != nil }

    private func resumeWaiters() {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }

    private func page(of screen: Screen) -> ScreenPage {
        for field in screen.fields where field.pad == .shuffled && pads[field.id] == nil {
            pads[field.id] = PINPadLayout(field.pad, random: dependencies.random)
        }
        return ScreenPage(
            screen, language: language, theme: theme, style: style, now: dependencies.now(), pads: pads)
    }

    private func draw(_ screen: Screen) {
        pads = [:]
        let page = page(of: screen)
        (shown, parts) = (screen, page.parts)
        secrets = [:]
        isLoading = true
        engine.setVisible(true)
        drawing += 1
        if isLoaded, let requested, (requested.policy, requested.language) == (style.policy, language) {
            replace(page, in: requested.number)
        } else {
            load(page)
        }
    }

    private func load(_ page: ScreenPage) {
        isLoaded = false
        requested = (drawing, style.policy, page.language)
        engine.loadOwnPage(page.html(drawing: drawing))
    }

    /// Draws `page` in the loaded document, whose style sheet stays: a load takes several times as long. If that document is another
    /// one after all, the page is loaded.
    private func replace(_ page: ScreenPage, in document: Int) {
        let number = drawing
        let arguments = page.replacement(drawing: number, document: document)
        Task {
            guard number == drawing, !engine.isClosed else { return }
            let result = await engine.evaluate(ScreenAnswer.draw, arguments: arguments, world: WebPresenter.world)
            guard number == drawing, isLoading else { return }
            guard result == "drawn" else { return load(page) }
            isLoading = false
            resumeWaiters()
            await update()
        }
    }

    /// Replaces the changed parts, so that input and focus stay.
    private func update() async {
        guard let shown, !isLoading else { return }
        let page = page(of: shown)
        let new = page.parts
        let change = ScreenPart.change(from: parts, to: new, layout: page.layout)
        parts = new
        if let change { _ = await engine.evaluate(ScreenAnswer.update, arguments: change, world: WebPresenter.world) }
        resumeWaiters()
    }

    /// Redraws content that changes with time, and ends an expired question.
    private func scheduleUpdate() {
        ticker?.cancel()
        let now = dependencies.now()
        guard let shown else { return }
        if asked != nil, shown.isExpired(at: now) { return finish(ScreenAction(action: Screen.expired)) }
        guard let next = shown.nextChange(after: now) else { return }
        let (wait, clock) = (next.timeIntervalSince(now), dependencies.clock)
        ticker = Task { @GTKActor [weak self] in
            guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
            await self?.update()
            if !Task.isCancelled { self?.scheduleUpdate() }
        }
    }

    private func receive(_ message: ScreenMessage) {
        switch message {
        case .secret(let field, let number, let secret): if number == drawing { secrets[field] = secret }
        case .answer(let bytes):
            defer { secrets = [:] }
            guard let shown, asked != nil,
                let answer = ScreenAnswer.read(bytes, of: shown, drawing: drawing, secrets: secrets)
            else { return }
            do throws(AnswerError) { try shown.check(answer, at: dependencies.now()) } catch {
                return showError(error, on: shown)
            }
            finish(answer)
            let arguments: JSONValue = ["drawing": .string("\(drawing)"), "action": .string(answer.action)]
            Task { _ = await engine.evaluate(ScreenAnswer.busy, arguments: arguments, world: WebPresenter.world) }
        }
    }

    private func showError(_ fault: AnswerError, on screen: Screen) {
        let index = fault.field.flatMap { field in screen.fields.firstIndex { $0.id == field } }
        let arguments: JSONValue = [
            "where": .string(index.map { "fault-\($0)" } ?? "error"),
            "focus": .string(index.map { "field-\($0)" } ?? ""),
            "text": .string(fault.message(on: screen, at: dependencies.now(), in: language)),
            "drawing": .string("\(drawing)"),
        ]
        Task { _ = await engine.evaluate(ScreenAnswer.showError, arguments: arguments, world: WebPresenter.world) }
    }

    private func receive(_ event: WebEvent) {
        switch event {
        case .closedByPerson: finish(ScreenAction(action: Screen.cancelled))
        case .loaded, .loadFailed:
            isLoading = false
            isLoaded = requested != nil
            resumeWaiters()
            // Changes that were shown while the page was loading.
            Task { await update() }
        case .processLost:
            isLoaded = false
            if let shown { draw(shown) }
        case .message(let message): message.reply("")
        default: break
        }
    }

    private func finish(_ action: ScreenAction) {
        asked?.continuation.resume(returning: action)
        asked = nil
    }
}
