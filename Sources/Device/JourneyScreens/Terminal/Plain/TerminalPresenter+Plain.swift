internal import Foundation
internal import JourneyBase

/// Questions in plain lines, one after the other.
extension TerminalPresenter {
    private var columns: Int { min(terminal.size().columns - 1, ScreenDrawing.longest) }

    private var body: BodyDrawing { BodyDrawing(language: language, width: columns, now: dependencies.now()) }

    /// Writes a screen that is shown without a question; after an earlier one of the same id, only the changes.
    func writePlain(_ screen: Screen, after before: Screen?) {
        if before?.title != screen.title || before?.inlineError != screen.inlineError {
            write([RenderedLine()] + body.head(screen))
        }
        let old = before?.body ?? []
        for block in screen.body where !old.contains(block) { write(body.lines(block, on: screen)) }
    }

    func askPlain(_ screen: Screen) async -> ScreenAction {
        writePlain(screen, after: nil)
        var form = ScreenForm(screen)
        var fields = screen.fields[...]
        while true {
            while let field = fields.popFirst() {
                if let answer = await fill(field, of: &form) { return answer }
            }
            switch await chosenAction(of: &form) {
            case .answer(let answer): return answer
            case .mend(let id): fields = form.screen.fields.drop { $0.id != id }
            }
        }
    }

    /// Fills one field; returns an answer when the person leaves instead.
    private func fill(_ field: Screen.Field, of form: inout ScreenForm) async -> ScreenAction? {
        let options = PlainOptions(field, form, language)
        write(field.hints(in: language).flatMap { body.wrapped($0, .plain) } + (options?.lines(body, language) ?? []))
        while true {
            let prompt = prompt(field, options)
            do throws(AnswerError) {
                if field.kind.isSecret {
                    switch await secret(prompt, &form) {
                    case .left(let answer): return answer
                    case .typed(let secret):
                        // A secret of one letter is invalid, so “b” goes back.
                        if secret.hasSameBytes(as: Secret(copying: [UInt8(ascii: "b")])) { return goBack(form.screen) }
                        if secret.count == 0 { return nil }
                        try form.set(secret, in: field)
                    }
                } else {
                    switch await line(prompt, &form) {
                    case .left(let answer): return answer
                    case .typed("b"): return goBack(form.screen)
                    case .typed(""): return nil
                    case .typed(let line):
                        guard let options else {
                            try form.set(line, in: field)
                            return nil
                        }
                        guard let ids = options.ids(line) else {
                            writeSentence(language(options.isSingle ? .typeNumber : .typeNumbers))
                            continue
                        }
                        try form.set(ids, in: field)
                    }
                }
                return nil
            } catch {
                writeSentence(error.message(on: form.screen, at: dependencies.now(), in: language))
            }
        }
    }

    private enum KeyPress {
        case answer(ScreenAction)
        case mend(field: String)
    }

    /// Reads the number of an action until one can be pressed.
    private func chosenAction(of form: inout ScreenForm) async -> KeyPress {
        let numbered = form.screen.actions.filter { $0.role != .back }
        let hasBack = numbered.count < form.screen.actions.count
        for (index, action) in numbered.enumerated() {
            write([RenderedLine("  \(language.number(index + 1))  \(CleanText.of(action.label))")])
        }
        if let back = form.screen.actions.first(where: { $0.role == .back }) {
            write([RenderedLine("  b  \(CleanText.of(back.label))")])
        }
        while true {
            switch await line("> ", &form) {
            case .left(let answer): return .answer(answer)
            case .typed("b"): return .answer(goBack(form.screen))
            case .typed(let line):
                guard let number = PlainOptions.number(line, upTo: numbered.count) else {
                    writeSentence(language(hasBack ? .typeNumberOrBack : .typeNumber))
                    continue
                }
                if let answer = form.press(numbered[number - 1].id, at: dependencies.now()) { return .answer(answer) }
                guard let fault = form.fault else { continue }
                writeSentence(fault.message(on: form.screen, at: dependencies.now(), in: language))
                if let field = fault.field { return .mend(field: field) }
            }
        }
    }

    private func goBack(_ screen: Screen) -> ScreenAction {
        ScreenAction(action: screen.wayOut?.id ?? Screen.cancelled)
    }

    private enum LineInput<Value> {
        case typed(Value)
        case left(ScreenAction)
    }

    private func line(_ prompt: String, _ form: inout ScreenForm) async -> LineInput<String> {
        var next = prompt
        while true {
            if let end = applyUpdates(&form) { return .left(end) }
            if warn(of: form.screen) { next = prompt }
            switch await terminal.nextLine(prompt: next) {
            case .text(let text): return .typed(text.trimmed)
            case .woken: next = ""
            case .ended: return .left(ScreenAction(action: Screen.cancelled))
            }
        }
    }

    private func secret(_ prompt: String, _ form: inout ScreenForm) async -> LineInput<Secret> {
        var next = prompt
        while true {
            if let end = applyUpdates(&form) { return .left(end) }
            if warn(of: form.screen) { next = prompt }
            switch await terminal.nextSecret(prompt: next) {
            case .secret(let secret): return .typed(secret)
            case .woken: next = ""
            case .ended: return .left(ScreenAction(action: Screen.cancelled))
            }
        }
    }

    /// Applies updates of the screen; returns an answer when the question has ended meanwhile.
    private func applyUpdates(_ form: inout ScreenForm) -> ScreenAction? {
        guard let current else { return ScreenAction(action: Screen.cancelled) }
        if let end = end(of: current) { return end }
        writePlain(current, after: form.screen)
        form.update(current)
        scheduleUpdate(for: current)
        return nil
    }

    /// Writes once, on a line of its own, that the question ends soon; returns `true` then, because the prompt must follow again.
    private func warn(of screen: Screen) -> Bool {
        guard mustWarn(of: screen) else { return false }
        write([RenderedLine()])
        writeSentence(language(.timeLeft(seconds: Screen.Countdown.warning)))
        return true
    }

    private func prompt(_ field: Screen.Field, _ options: PlainOptions?) -> String {
        var hints: [String] = []
        switch field.kind {
        case .oneTimeCode(let digits): hints.append(language(.digitsHint(digits)))
        case .pin(let digits): hints += [language(.digitsHint(digits)), language(.notShown)]
        case .secret: hints.append(language(.notShown))
        case .text, .date, .choice, .consent: break
        }
        if field.isOptional { hints.append(language(.optional)) }
        if let options {
            return CleanText.of(language(options.isSingle ? .typeNumber : .typeNumbers)) + " "
        }
        let hint = hints.isEmpty ? "" : " (\(hints.joined(separator: language.listSeparator)))"
        return CleanText.of(field.label) + hint + ": "
    }

    private func writeSentence(_ sentence: String) { write(body.wrapped(sentence, .plain)) }

    private func write(_ lines: [RenderedLine]) {
        guard !lines.isEmpty else { return }
        terminal.write(lines.map(\.text).joined(separator: "\n") + "\n")
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
