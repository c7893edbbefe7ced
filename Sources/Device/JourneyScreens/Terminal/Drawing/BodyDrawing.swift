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

    func body(_ screen: Screen) -> [RenderedLine] { screen.body.flatMap { lines($0) + [RenderedLine()] }.dropLast() }

    func lines(_ block: Screen.Block) -> [RenderedLine] {
        switch block {
        case .text(let text): wrapped(text, .plain, keepsLines: true)
        case .notice(let notice): self.notice(notice)
        case .picture(let picture): self.picture(picture)
        case .countdown(let countdown): self.countdown(countdown)
        case .progress(let progress): self.progress(progress)
        case .card(let card): self.card(card)
        }
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

    private func picture(_ picture: Screen.Picture) -> [RenderedLine] {
        let words = wrapped(language(.picture(picture.alternative)), .dim)
        guard case .modules(let modules) = picture.content else { return words }
        let needed = CodeDrawing.width(modules)
        guard needed <= width else { return words + wrapped(language(.needsColumns(needed)), .warning) }
        return CodeDrawing.lines(modules) + words
    }

    private func countdown(_ countdown: Screen.Countdown) -> [RenderedLine] {
        let left = countdown.secondsLeft(at: now)
        guard left > 0 else { return wrapped(language(.timeIsUp), .warning) }
        guard let label = countdown.label else { return wrapped(language(.timeLeft(seconds: left)), .dim) }
        let line = RenderedLine([(CleanText.of(label) + " ", .dim), (language.clock(left), .label)])
        return line.width <= width ? [line] : wrapped(line.text, .label)
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
