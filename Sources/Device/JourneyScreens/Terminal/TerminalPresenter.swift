internal import Foundation
public import JourneyBase
internal import Synchronization

/// A presenter that draws screens on a terminal and reads answers from its keyboard, without a mouse.
///
/// On a live terminal (see `TerminalDevice.isLive`), Tab and the arrows move, Enter and space choose, Esc goes back (or leaves
/// where there is no back action), Ctrl-C leaves. Countdowns, progress and updates are drawn in place, and a question is erased
/// once it is answered. A bell or a line announces a question's last half minute. Otherwise plain lines are written and read: fields first, then the number of an action; an empty line
/// skips a field, `b` goes back, the end of input leaves.
/// One screen at a time: a second `ask` waits for the first.
public actor TerminalPresenter: Presenter {
    public nonisolated var language: Language { spoken.withLock { $0 } }
    private nonisolated let spoken: Mutex<Language>
    let terminal: any TerminalDevice
    let dependencies: Dependencies
    private let hostTheme: Theme
    private var brand: Theme.Brand?

    /// The current screen, as last given.
    private(set) var current: Screen?
    /// `true` when the current question must end.
    private(set) var isReplaced = false
    private var isAsking = false
    /// `true` when the person knows that the question ends within half a minute.
    private var isWarned = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var canvas = Canvas()
    private var ticker: Task<Void, Never>?

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - language: The language of the screens.
    ///   - theme: The colours of actions and errors.
    ///   - dependencies: The clock.
    public init(
        terminal: any TerminalDevice = StandardTerminal(), language: Language = .english, theme: Theme = .standard,
        dependencies: Dependencies = .system
    ) {
        self.terminal = terminal
        spoken = Mutex(language)
        self.dependencies = dependencies
        hostTheme = theme
    }

    private var style: TerminalStyle {
        TerminalStyle(
            colours: terminal.colours, theme: hostTheme.applying(brand), language: language,
            reordersText: terminal.reordersText)
    }

    public func speak(_ language: Language) async { spoken.withLock { $0 = language } }

    public func apply(_ brand: Theme.Brand?) async { self.brand = brand }

    public func ask(_ screen: Screen) async -> ScreenAction {
        while isAsking { await withCheckedContinuation { waiting.append($0) } }
        isAsking = true
        (current, isReplaced) = (screen, false)
        // A question that begins with less time shows it.
        isWarned = screen.isEndingSoon(at: dependencies.now())
        defer {
            isAsking = false
            ticker?.cancel()
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        return await withTaskCancellationHandler {
            terminal.isLive ? await askLive(screen) : await askPlain(screen)
        } onCancel: {
            terminal.wake()
        }
    }

    public func show(_ screen: Screen) async {
        let before = current
        current = screen
        if isAsking {
            if before?.id != screen.id { isReplaced = true }
            terminal.wake()
            if !isReplaced { return }
        }
        if terminal.isLive {
            if before?.id != screen.id { terminal.write(canvas.erase()) }
            redraw()
        } else {
            writePlain(screen, after: before?.id == screen.id ? before : nil)
        }
    }

    public func dismiss() async {
        current = nil
        if isAsking {
            isReplaced = true
            terminal.wake()
        }
        ticker?.cancel()
        terminal.write(canvas.erase())
    }

    /// Returns the answer with which the question ends without the person, if it does.
    func end(of screen: Screen) -> ScreenAction? {
        if Task.isCancelled || isReplaced { return ScreenAction(action: Screen.cancelled) }
        return screen.isExpired(at: dependencies.now()) ? ScreenAction(action: Screen.expired) : nil
    }

    /// Returns `true` once for each question, from half a minute before its end.
    func mustWarn(of screen: Screen) -> Bool {
        guard !isWarned, screen.isEndingSoon(at: dependencies.now()) else { return false }
        isWarned = true
        return true
    }

    /// Schedules the next change of the screen: wakes a question's wait, or redraws.
    func scheduleUpdate(for screen: Screen) {
        ticker?.cancel()
        let now = dependencies.now()
        guard let next = screen.nextChange(after: now) else { return }
        let (wait, clock) = (next.timeIntervalSince(now), dependencies.clock)
        ticker = Task { [weak self] in
            guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
            await self?.timePassed()
        }
    }

    private func timePassed() {
        if isAsking { terminal.wake() } else { redraw() }
    }

    private func askLive(_ screen: Screen) async -> ScreenAction {
        var form = KeyForm(screen)
        var keys = KeyParser()
        terminal.beginKeys()
        defer {
            terminal.endKeys()
            if !isReplaced { terminal.write(canvas.erase()) }
        }
        while true {
            guard let current, !isReplaced else { return ScreenAction(action: Screen.cancelled) }
            form.update(current)
            if let end = end(of: current) { return end }
            draw(&form)
            // The countdown is drawn each second; its last half minute begins with the terminal's bell.
            if mustWarn(of: current) { terminal.write("\u{7}") }
            scheduleUpdate(for: current)
            let key: Key?
            switch await terminal.nextEvent() {
            case .byte(let byte): key = keys.feed(byte)
            case .silence: key = keys.silence()
            case .resized, .woken: continue
            case .ended: return ScreenAction(action: Screen.cancelled)
            }
            // A key pressed after the question had ended was not meant for it.
            guard let key, !isReplaced, !Task.isCancelled else { continue }
            if let answer = form.press(key, at: dependencies.now()) { return answer }
        }
    }

    private func draw(_ form: inout KeyForm) {
        let size = terminal.size()
        let drawing = ScreenDrawing(
            form.form, focus: form.focus, columns: size.columns, language: language, now: dependencies.now())
        var keys = [language(.keyNext), language(.keyChoose)]
        if form.form.screen.actions.contains(where: { $0.role == .back }) { keys.append(language(.keyBack)) }
        keys.append(language(.keyLeave))
        func hints(_ keys: [String]) -> [RenderedLine] {
            let lines = TextWrap.lines(keys.joined(separator: " · "), width: size.columns - 1)
            return [RenderedLine()] + lines.map { RenderedLine($0, .dim) }
        }
        var foot = hints(keys)
        if drawing.lines.count + foot.count >= size.rows { foot = hints(keys + [language(.keyMore)]) }
        let view = Viewport(
            count: drawing.lines.count, height: size.rows - 1 - foot.count, focus: drawing.focusRow,
            follows: form.hasMoved, pages: form.scroll)
        form.shown(scroll: view.scroll, isInView: drawing.focusRow.map(view.shows) ?? true)
        write(Array(drawing.lines.dropFirst(view.top).prefix(view.height)) + foot, size)
    }

    /// Draws a screen that is shown without a question.
    private func redraw() {
        guard terminal.isLive, var screen = current else { return }
        (screen.fields, screen.actions) = ([], [])
        let size = terminal.size()
        let drawing = ScreenDrawing(
            ScreenForm(screen), focus: nil, columns: size.columns, language: language, now: dependencies.now())
        write(Array(drawing.lines.prefix(size.rows - 1)), size)
        scheduleUpdate(for: screen)
    }

    private func write(_ lines: [RenderedLine], _ size: TerminalSize) {
        terminal.write(canvas.draw(lines.map(style.row), columns: size.columns))
    }
}
