internal import Foundation
internal import JourneyBase

/// A whole screen as rows of text, with the row that the keyboard is at.
struct ScreenDrawing {
    /// From here on, what is said and what is filled in stand side by side.
    static let wide = 100
    /// Longer rows are hard to read.
    static let longest = 72

    private(set) var lines: [RenderedLine] = []
    private(set) var focusRow: Int?

    /// The drawing for a terminal of `columns`, the last of which stays empty: a row that fills it up would wrap on some.
    init(_ form: ScreenForm, focus: Target?, columns: Int, language: Language, now: Date) {
        let screen = form.screen
        let usable = max(columns - 1, 12)
        let isWide = ScreenDrawing.isWide(screen, columns: columns, language: language)
        let width = isWide ? min((usable - 4) / 2, ScreenDrawing.longest) : min(usable, ScreenDrawing.longest)
        // A code keeps its size: it may use every column of a narrow terminal.
        let body = BodyDrawing(language: language, width: isWide ? width : usable, now: now)
        let text = BodyDrawing(language: language, width: width, now: now)
        let head = text.head(screen) + [RenderedLine()]
        let said = screen.body.flatMap { block -> [RenderedLine] in
            let drawing = if case .picture = block { body } else { text }
            return drawing.lines(block) + [RenderedLine()]
        }
        let (asked, row) = FormDrawing(form: form, focus: focus, width: width, language: language, now: now).lines()
        if isWide {
            lines = head + RenderedLine.beside(said, asked, width: width, gap: 4)
            focusRow = row.map { head.count + $0 }
        } else {
            lines = head + said + asked
            focusRow = row.map { head.count + said.count + $0 }
        }
        while lines.last?.pieces.isEmpty == true { lines.removeLast() }
    }

    /// Side by side only where there is something on each side. A terminal that knows about right-to-left text turns whole
    /// rows around, and would swap the columns with them; so such languages have one column.
    private static func isWide(_ screen: Screen, columns: Int, language: Language) -> Bool {
        columns >= wide && !language.isRightToLeft && !screen.body.isEmpty
            && !(screen.fields.isEmpty && screen.actions.isEmpty)
    }
}

/// A place that the keyboard can be at.
enum Target: Hashable, Sendable {
    case field(String)
    case option(field: String, option: String)
    case action(String)

    /// The field that it belongs to.
    var field: String? {
        switch self {
        case .field(let field), .option(let field, _): field
        case .action: nil
        }
    }

    /// All places of a screen, from top to bottom; actions that wait for their time too, so that the keyboard does not
    /// jump when it comes.
    static func all(of screen: Screen) -> [Target] {
        screen.fields.flatMap { field -> [Target] in
            switch field.kind {
            case .text, .oneTimeCode, .pin, .secret: [.field(field.id)]
            case .choice(let choice): choice.options.map { .option(field: field.id, option: $0.id) }
            case .consent(let consent): consent.items.map { .option(field: field.id, option: $0.id) }
            }
        } + screen.actions.map { .action($0.id) }
    }
}
