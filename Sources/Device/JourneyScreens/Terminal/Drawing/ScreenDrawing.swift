internal import Foundation
internal import JourneyBase

/// A whole screen as rows of text, with the focused row.
struct ScreenDrawing {
    /// The number of columns from which body and input are side by side.
    static let wide = 100
    /// The longest row that is easy to read.
    static let longest = 72

    private(set) var lines: [RenderedLine] = []
    private(set) var focusRow: Int?

    /// Creates the drawing for a terminal of `columns`, the last of which stays empty: a full row would wrap on some terminals.
    init(_ form: ScreenForm, focus: Target?, columns: Int, language: Language, now: Date) {
        let screen = form.screen
        let usable = max(columns - 1, 12)
        let isWide = ScreenDrawing.isWide(screen, columns: columns, language: language)
        let width = isWide ? min((usable - 4) / 2, ScreenDrawing.longest) : min(usable, ScreenDrawing.longest)
        // A code can't be scaled, so it may use every column of a narrow terminal.
        let body = BodyDrawing(language: language, width: isWide ? width : usable, now: now)
        let text = BodyDrawing(language: language, width: width, now: now)
        let head = text.head(screen) + [RenderedLine()]
        let said = screen.body.flatMap { block -> [RenderedLine] in
            let drawing =
                switch block {
                case .code, .pass: body
                default: text
                }
            let lines = drawing.lines(block, on: screen)
            return lines.isEmpty ? [] : lines + [RenderedLine()]
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

    /// Returns `true` when both sides have content. A terminal that lays out right-to-left text reverses whole rows, columns
    /// included; so such languages have one column.
    private static func isWide(_ screen: Screen, columns: Int, language: Language) -> Bool {
        columns >= wide && !language.isRightToLeft && !screen.body.isEmpty
            && !(screen.fields.isEmpty && screen.actions.isEmpty)
    }
}

/// A target of the keyboard focus.
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

    /// Returns all targets of a screen, from top to bottom; actions in a cool-down too, so that the focus does not jump when it
    /// ends.
    static func all(of screen: Screen) -> [Target] {
        screen.fields.flatMap { field -> [Target] in
            switch field.kind {
            case .text, .oneTimeCode, .date, .pin, .secret: [.field(field.id)]
            case .choice(let choice): choice.options.map { .option(field: field.id, option: $0.id) }
            case .consent(let consent): consent.items.map { .option(field: field.id, option: $0.id) }
            }
        } + screen.actions.map { .action($0.id) }
    }
}
