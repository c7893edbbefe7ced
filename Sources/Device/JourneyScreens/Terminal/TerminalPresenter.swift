public import JourneyBase

/// Draws screens on a terminal and takes the answer from the keyboard: fields first, then the number of an action.
///
/// `b` alone goes back, in a field too (a text of just `b` cannot be entered), and so does the end of input. An answer
/// that means nothing is asked for again. One screen at a time: a second `ask` waits for the first.
public actor TerminalPresenter: Presenter {
    private let lines: TerminalLines
    private var isAsking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(lines: TerminalLines = .standard()) { self.lines = lines }

    public func ask(_ screen: Screen) async -> ScreenAction {
        while isAsking { await withCheckedContinuation { waiting.append($0) } }
        isAsking = true
        defer {
            isAsking = false
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        lines.write(ScreenText.head(screen, isStyled: lines.isStyled))
        var values: [String: String] = [:]
        for field in screen.fields {
            guard let value = await value(of: field) else { return ScreenAction(action: Screen.back) }
            values[field.id] = value
        }
        return ScreenAction(action: await action(of: screen), values: values)
    }

    public func show(_ screen: Screen) async { lines.write(ScreenText.head(screen, isStyled: lines.isStyled)) }

    /// Nothing to take away: what was drawn scrolls off.
    public func dismiss() async {}

    private func value(of field: Screen.Field) async -> String? {
        while true {
            lines.write(ScreenText.prompt(field))
            guard let line = await read(isSecret: field.kind == .secret) else { return nil }
            if line == "b" { return nil }
            guard case .oneTimeCode(let digits) = field.kind else { return line }
            if line.utf8.count == digits, line.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return line }
            lines.write("\(digits) digits are needed.\n")
        }
    }

    private func action(of screen: Screen) async -> String {
        lines.write(ScreenText.actions(screen, isStyled: lines.isStyled))
        while true {
            lines.write("> ")
            guard let line = await read(isSecret: false), line != "b" else { return Screen.back }
            // Plain digits only: `Int` would also take a sign.
            if line.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(line),
                screen.actions.indices.contains(number - 1)
            {
                return screen.actions[number - 1].id
            }
            lines.write("Type the number of an action, or b.\n")
        }
    }

    private func read(isSecret: Bool) async -> String? {
        guard !Task.isCancelled, let line = await lines.readLine(isSecret), !Task.isCancelled else { return nil }
        return isSecret ? line : line.trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
