internal import Foundation
internal import JourneyBase

/// The rows of input and actions, for a terminal with a cursor. The focused row has a mark, so that it is visible without colour.
struct FormDrawing {
    let form: ScreenForm
    let focus: Target?
    let width: Int
    let language: Language
    let now: Date

    private var body: BodyDrawing { BodyDrawing(language: language, width: width - 2, now: now) }

    /// Returns the rows, and the index of the focused one.
    func lines() -> (lines: [RenderedLine], focusRow: Int?) {
        var lines: [RenderedLine] = []
        var row: Int?
        func add(_ rows: [RenderedLine], _ target: Target?) {
            let isFocused = target != nil && target == focus
            if isFocused { row = lines.count }
            lines += rows.enumerated().map { index, line in
                var marked = line
                marked.pieces.insert(
                    RenderedLine.Piece(text: isFocused && index == 0 ? "› " : "  ", kind: .focus), at: 0)
                return marked
            }
        }
        for field in form.screen.fields {
            add(label(field), nil)
            switch field.kind {
            case .text, .oneTimeCode, .date, .pin, .secret: add([entry(field)], .field(field.id))
            case .choice(let choice):
                for option in choice.options {
                    add(self.option(option, of: choice, in: field), .option(field: field.id, option: option.id))
                }
            case .consent(let consent):
                for group in consent.groups {
                    add(heading(group), nil)
                    for item in group.items {
                        add(self.item(item, in: field), .option(field: field.id, option: item.id))
                    }
                }
            }
            if let fault = form.fault, fault.field == field.id { add(words(fault), nil) }
            lines.append(RenderedLine())
        }
        if let fault = form.fault, fault.field == nil { add(words(fault), nil) }
        for action in form.screen.actions { add(self.action(action), .action(action.id)) }
        return (lines, row)
    }

    private func words(_ fault: AnswerError) -> [RenderedLine] {
        body.wrapped("✗ " + fault.message(on: form.screen, at: now, in: language), .error, indent: 2)
    }

    private func label(_ field: Screen.Field) -> [RenderedLine] {
        let optional = field.isOptional ? " (\(language(.optional)))" : ""
        return body.wrapped(field.label + optional, .label)
            + field.hints(in: language).flatMap { body.wrapped($0, .dim) }
    }

    private func entry(_ field: Screen.Field) -> RenderedLine {
        let isFocused = focus == .field(field.id)
        switch field.kind {
        case .oneTimeCode(let digits):
            let typed = form.text(field.id).compactMap { $0.wholeNumberValue.map(language.number) }
            let boxes = (0..<digits).map { $0 < typed.count ? "[\(typed[$0])]" : "[ ]" }.joined(separator: " ")
            guard boxes.count > width - 2 else { return RenderedLine(boxes) }
            return RenderedLine(typed.joined() + String(repeating: "_", count: max(digits - typed.count, 0)))
        case .pin(let digits):
            let dots = form.dots(field.id)
            return RenderedLine(
                (0..<digits).map { $0 < dots ? "●" : "○" }.joined(separator: " ")
                    + "  " + language.number(dots) + "/" + language.number(digits))
        default:
            let typed =
                field.kind == .secret
                ? String(repeating: "●", count: form.dots(field.id)) : CleanText.of(form.text(field.id))
            let end = tail(typed, width: width - 4)
            return RenderedLine([
                (end, .plain), (isFocused ? "▏" : "", .focus),
                (String(repeating: "_", count: max(0, min(24, width - 4) - TextWidth.of(end))), .dim),
            ])
        }
    }

    /// Returns the end of the input, where the cursor is.
    private func tail(_ text: String, width: Int) -> String {
        var rest = Substring(text)
        while TextWidth.of(rest) > width { rest.removeFirst() }
        return String(rest)
    }

    private func option(
        _ option: Screen.Choice.Option, of choice: Screen.Choice, in field: Screen.Field
    ) -> [RenderedLine] {
        let isOn = form.isChosen(option.id, in: field.id)
        let box = choice.isSingle ? (isOn ? "(•) " : "( ) ") : (isOn ? "[x] " : "[ ] ")
        let detail = option.detail.map { body.wrapped("    " + $0, .dim, indent: 4) } ?? []
        return body.wrapped(box + option.label, .plain, indent: 4) + detail
    }

    private func heading(_ group: Screen.Consent.Group) -> [RenderedLine] {
        body.wrapped(group.title, .label) + (group.detail.map { body.wrapped($0, .dim) } ?? [])
    }

    private func item(_ item: Screen.Consent.Item, in field: Screen.Field) -> [RenderedLine] {
        let box = form.isChosen(item.id, in: field.id) ? "[x] " : "[ ] "
        // The value is shown while the focus is on its item.
        let isFocused = focus == .option(field: field.id, option: item.id)
        return body.wrapped(box + item.label + item.marks(in: language), .plain, indent: 4)
            + (item.purpose.map { body.wrapped("    " + $0, .dim, indent: 4) } ?? [])
            + (isFocused ? item.value.map { body.wrapped("    → " + $0, .label, indent: 6) } ?? [] : [])
    }

    private func action(_ action: Screen.Action) -> [RenderedLine] {
        let left = action.secondsLeft(at: now)
        if left > 0, action.role == .resend { return body.wrapped(language(.sendAgainIn(seconds: left)), .dim) }
        let kind: RenderedLine.Kind =
            if left > 0 { .dim } else {
                switch action.role {
                case .primary: .primary
                case .destructive: .destructive
                case .secondary, .resend, .back, .cancel: .plain
                }
            }
        return body.wrapped("[ \(action.label) ]", kind)
    }
}

extension Screen.Field {
    /// Returns the sentences below the label. A date is typed into one line, so that an example shows its form.
    func hints(in language: Language) -> [String] {
        [hint, kind == .date ? language(.dateHint) : nil].compactMap(\.self)
    }
}

extension Screen.Consent.Item {
    /// Returns in words whether the item is required and whether it will be stored.
    func marks(in language: Language) -> String {
        let words = [isRequired ? language(.required) : nil, isRetained ? language(.willBeKept) : nil].compactMap { $0 }
        return words.isEmpty ? "" : " (\(words.joined(separator: language.listSeparator)))"
    }
}
