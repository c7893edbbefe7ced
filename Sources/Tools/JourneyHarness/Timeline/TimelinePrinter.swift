package import JourneyCLI

/// Formats events as lines for people: time, kind and description.
package struct TimelinePrinter: Sendable {
    private let style: Style
    private let showsConsole: Bool

    /// Creates a printer. `showsConsole` prints what pages write to their console and request; otherwise only their faults.
    package init(style: Style, showsConsole: Bool = false) {
        self.style = style
        self.showsConsole = showsConsole
    }

    /// Returns the line for `event`, or `nil` for an event that is not printed.
    package func line(for event: TimelineEvent) -> String? {
        guard let words = TimelineWords.describe(event) else { return nil }
        if event.name == "page", words.kind == .page, !showsConsole { return nil }
        let clock = TimelineWords.seconds(event.at)
        let time = String(repeating: " ", count: max(0, 8 - clock.count)) + clock
        let note = words.note.map { " " + style.dim($0) } ?? ""
        let label = TextLayout.pad(paint(words.label, words.kind), to: 8)
        let text =
            words.kind == .step ? style.bold(words.text) : isQuiet(words.kind) ? style.dim(words.text) : words.text
        return "\(style.dim(time))  \(label)  \(text)\(note)"
    }

    private func isQuiet(_ kind: TimelineWords.Kind) -> Bool { kind == .page }

    private func paint(_ text: String, _ kind: TimelineWords.Kind) -> String {
        switch kind {
        case .journey: style.bold(text)
        case .step: style.cyan(text)
        case .api: style.blue(text)
        case .page: style.dim(text)
        case .person: text
        case .note: style.yellow(text)
        case .good: style.green(text)
        case .bad: style.red(text)
        }
    }
}
