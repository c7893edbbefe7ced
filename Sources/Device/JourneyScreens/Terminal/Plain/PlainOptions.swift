internal import JourneyBase

/// The numbered options of a choice or a consent.
struct PlainOptions {
    private enum Row {
        case heading(String)
        case option(id: String, text: String, isOn: Bool)
    }

    let isSingle: Bool
    private let label: String
    private let rows: [Row]
    private let ids: [String]

    /// Creates the options; `nil` for a field that is typed.
    init?(_ field: Screen.Field, _ form: ScreenForm, _ language: Language) {
        func option(_ id: String, _ text: String) -> Row {
            .option(id: id, text: text, isOn: form.isChosen(id, in: field.id))
        }
        switch field.kind {
        case .text, .oneTimeCode, .date, .pin, .secret: return nil
        case .choice(let choice):
            isSingle = choice.isSingle
            rows = choice.options.map {
                option($0.id, [$0.label, $0.detail].compactMap { $0 }.joined(separator: " – "))
            }
        case .consent(let consent):
            isSingle = false
            rows = consent.groups.flatMap { group in
                [.heading([group.title, group.detail].compactMap { $0 }.joined(separator: " – "))]
                    + group.items.map { option($0.id, $0.label + $0.marks(in: language)) }
            }
        }
        label = field.label
        ids = rows.compactMap { row in if case .option(let id, _, _) = row { id } else { nil } }
    }

    func lines(_ body: BodyDrawing, _ language: Language) -> [RenderedLine] {
        var number = 0
        return body.wrapped(label, .plain)
            + rows.flatMap { row -> [RenderedLine] in
                switch row {
                case .heading(let text): return body.wrapped("  " + text, .plain, indent: 2)
                case .option(_, let text, let isOn):
                    number += 1
                    let mark = isSingle ? (isOn ? "(•)" : "( )") : (isOn ? "[x]" : "[ ]")
                    return body.wrapped("  \(mark) \(language.number(number))  \(text)", .plain, indent: 6)
                }
            }
    }

    /// Returns the options with the numbers in `line`; `nil` for anything else.
    func ids(_ line: String) -> Set<String>? {
        var out: Set<String> = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let number = PlainOptions.number(String(word), upTo: ids.count) else { return nil }
            out.insert(ids[number - 1])
        }
        return out
    }

    /// Returns the number that `text` has in digits of any script, when it is 1 to `last`.
    static func number(_ text: String, upTo last: Int) -> Int? {
        // Digits only: `Int` would also accept a sign.
        guard let digits = Digits.ascii(text), digits.utf8.count == text.unicodeScalars.count,
            let number = Int(digits), number >= 1, number <= last
        else { return nil }
        return number
    }
}
