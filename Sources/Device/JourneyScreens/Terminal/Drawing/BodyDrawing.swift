internal import Foundation
internal import JourneyBase

/// The rows of a screen without its input: the same with a cursor and in plain lines.
struct BodyDrawing {
    let language: Language
    let width: Int
    let now: Date

    func head(_ screen: Screen) -> [RenderedLine] {
        wrapped(screen.title, .title) + (screen.inlineError.map { wrapped("✗ " + $0, .error, indent: 2) } ?? [])
    }

    func body(_ screen: Screen) -> [RenderedLine] {
        let blocks = screen.body.map { lines($0, on: screen) }.filter { !$0.isEmpty }
        return blocks.flatMap { $0 + [RenderedLine()] }.dropLast()
    }

    /// Returns the rows of a block; none for work that the title of `screen` already names.
    func lines(_ block: Screen.Block, on screen: Screen? = nil) -> [RenderedLine] {
        switch block {
        case .text(let text): wrapped(text, .plain, keepsLines: true)
        case .points(let points):
            wrapped(points.heading, .plain) + points.items.flatMap { wrapped("• " + $0, .plain, indent: 2) }
        case .notice(let notice): self.notice(notice)
        case .amount(let amount): wrapped(amount.label, .dim) + wrapped(amount.value, .title)
        case .details(let details): (details.title.map { wrapped($0, .label) } ?? []) + rows(details.rows)
        case .outcome(let outcome): self.outcome(outcome)
        case .code(let code): self.code(code)
        case .picture(let picture): wrapped(language(.picture(picture.alternative)), .dim)
        case .document(let document): self.document(document)
        case .card(let card): self.card(card)
        case .pass(let pass): self.pass(pass)
        case .countdown(let countdown): self.countdown(countdown)
        case .progress(let progress):
            progress.label != nil && progress.label == screen?.title ? [] : self.progress(progress)
        case .empty(let text): wrapped("– " + text, .dim, indent: 2)
        }
    }

    /// Returns facts in two columns; a fact whose value is too long for its column stands in two rows.
    private func rows(_ rows: [Screen.Detail]) -> [RenderedLine] {
        let labels = rows.map { CleanText.of($0.label) }
        let column = min(labels.map { TextWidth.of($0) }.max() ?? 0, width / 2)
        return zip(rows, labels).flatMap { row, label -> [RenderedLine] in
            let kind: RenderedLine.Kind = row.kind == .total ? .label : .plain
            let values = row.value.split(separator: "\n", omittingEmptySubsequences: false).map {
                CleanText.of(String($0))
            }
            let room = width - column - 2
            let note = row.note.map { wrapped("  " + $0, .dim, indent: 2) } ?? []
            guard TextWidth.of(label) <= column, values.allSatisfy({ TextWidth.of($0) <= room }) else {
                return wrapped(label, .dim) + values.flatMap { wrapped("  " + $0, kind, indent: 2) } + note
            }
            let lines = values.enumerated().map { index, value in
                RenderedLine([(TextWrap.padded(index == 0 ? label : "", to: column) + "  ", .dim), (value, kind)])
            }
            return lines + note
        }
    }

    private func outcome(_ outcome: Screen.Outcome) -> [RenderedLine] {
        let (mark, word, kind): (String, Phrase, RenderedLine.Kind) =
            switch outcome.kind {
            case .done: ("✓", .success, .success)
            case .pending: ("…", .pending, .warning)
            case .refused: ("✗", .refused, .error)
            case .notSent: ("–", .nothingSent, .info)
            case .cancelled: ("–", .ended, .warning)
            }
        return wrapped("\(mark) \(language(word)): \(outcome.text)", kind, indent: 2)
            + (outcome.nextStep.map { wrapped($0, .plain) } ?? []) + rows(outcome.reference.map { [$0] } ?? [])
    }

    private func document(_ document: Screen.Document) -> [RenderedLine] {
        let portrait = document.portrait.map { portrait in
            let words =
                portrait.mediaType == nil ? language(.portraitMissing) : language(.picture(portrait.alternative))
            return wrapped(words, .dim)
        }
        return wrapped(document.title, .label) + (portrait ?? []) + rows(document.entries)
    }

    private func pass(_ pass: Screen.Pass) -> [RenderedLine] {
        wrapped(pass.issuer, .dim) + wrapped(pass.title, .label) + rows(pass.fields)
            + (pass.code.map { [RenderedLine()] + code($0) } ?? [])
    }

    /// Returns `text` without control characters, in rows of the drawing's width; rows after the first are indented by `indent`
    /// columns.
    func wrapped(_ text: String, _ kind: RenderedLine.Kind, indent: Int = 0, keepsLines: Bool = false) -> [RenderedLine]
    {
        let clean = CleanText.of(text, keepsLines: keepsLines)
        guard indent > 0 else { return TextWrap.lines(clean, width: width).map { RenderedLine($0, kind) } }
        let mark = String(clean.prefix(indent))
        return TextWrap.lines(String(clean.dropFirst(indent)), width: width - indent).enumerated().map { row, line in
            RenderedLine((row == 0 ? mark : String(repeating: " ", count: indent)) + line, kind)
        }
    }

    private func notice(_ notice: Screen.Notice) -> [RenderedLine] {
        let (mark, word, kind): (String, Phrase, RenderedLine.Kind) =
            switch notice.severity {
            case .info: ("i", .information, .info)
            case .success: ("✓", .success, .success)
            case .warning: ("!", .warning, .warning)
            case .error: ("✗", .error, .error)
            }
        // The word repeats the colour's meaning, for people who can't see it.
        return wrapped("\(mark) \(language(word)): \(notice.text)", kind, indent: 2)
    }

    private func code(_ code: Screen.Code) -> [RenderedLine] {
        let words = wrapped(language(.picture(code.alternative)), .dim)
        let needed = CodeDrawing.width(code.modules)
        let time = code.countdown.map { countdown($0) } ?? []
        guard needed <= width else { return words + wrapped(language(.needsColumns(needed)), .warning) + time }
        return CodeDrawing.lines(code.modules) + words + time
    }

    private func countdown(_ countdown: Screen.Countdown) -> [RenderedLine] {
        let left = countdown.secondsLeft(at: now)
        guard left > 0 else { return wrapped(language(.timeIsUp), .warning) }
        // The mark repeats the colour's meaning.
        let isSoon = left <= Screen.Countdown.warning
        let (mark, kind): (String, RenderedLine.Kind) = isSoon ? ("! ", .warning) : ("", .dim)
        guard let label = countdown.label else {
            return wrapped(mark + language(.timeLeft(seconds: left)), kind, indent: mark.count)
        }
        let line = RenderedLine([
            (mark + CleanText.of(label) + " ", kind), (language.clock(left), isSoon ? .warning : .label),
        ])
        return line.width <= width ? [line] : wrapped(line.text, isSoon ? .warning : .label, indent: mark.count)
    }

    private func progress(_ progress: Screen.Progress) -> [RenderedLine] {
        let label = wrapped(progress.label ?? language(.pleaseWait), .plain)
        guard let fraction = progress.fraction, let percent = progress.percent else {
            return [RenderedLine("… " + (label.first?.text ?? ""), .plain)] + label.dropFirst()
        }
        let columns = min(width - 8, 40)
        let full = Int(fraction * Double(columns))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: columns - full)
        return label + [RenderedLine([(bar, .primary), (" " + language(.percent(percent)), .plain)])]
    }

    private func card(_ card: Screen.Card) -> [RenderedLine] {
        let inside = min(width, 40) - 4
        func row(_ left: String, _ right: String, _ kind: RenderedLine.Kind) -> RenderedLine {
            let room = inside - TextWidth.of(right) - (right.isEmpty ? 0 : 1)
            let start = TextWrap.lines(CleanText.of(left), width: room).first ?? ""
            return RenderedLine([
                ("│ ", .dim), (TextWrap.padded(start, to: inside - TextWidth.of(right)) + right, kind), (" │", .dim),
            ])
        }
        let edge = String(repeating: "─", count: inside + 2)
        return [
            RenderedLine("╭\(edge)╮", .dim),
            row(card.name, card.isFrozen ? language(.cardFrozen) : "", .label),
            row(card.maskedNumber, "", .plain),
            row(card.holder ?? "", CleanText.of(card.expiry ?? ""), .plain),
            RenderedLine("╰\(edge)╯", .dim),
        ]
    }
}
