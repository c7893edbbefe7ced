internal import JourneyBase

/// How the kinds of text look on this terminal.
struct TerminalStyle: Sendable {
    let colours: TerminalColours
    let theme: Theme
    let language: Language
    /// Whether the terminal lays out right-to-left text itself.
    let reordersText: Bool

    /// The row as it is written.
    ///
    /// Text goes out in logical order: a terminal that knows about right-to-left text turns it around, and on others nobody
    /// but the reader could. In a right-to-left language each row is isolated where the terminal does, so that what stands
    /// before it has no part in its order; elsewhere the marks would only be clutter.
    func row(_ line: RenderedLine) -> String {
        let text = line.pieces.map { styled($0) }.joined()
        return reordersText && language.isRightToLeft && !text.isEmpty ? "\u{2067}\(text)\u{2069}" : text
    }

    private func styled(_ piece: RenderedLine.Piece) -> String {
        guard colours != .none, let code = code(piece.kind) else { return piece.text }
        return "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
    }

    /// Select Graphic Rendition (ECMA-48, section 8.3.117).
    private func code(_ kind: RenderedLine.Kind) -> String? {
        switch kind {
        case .plain: nil
        case .title, .label: "1"
        case .dim: "2"
        case .focus: "1"
        case .primary: colours == .all ? pair(theme.light.onAccent, theme.light.accent) : "1;34"
        case .destructive, .error: colours == .all ? pair(theme.light.onDanger, theme.light.danger) : "1;31"
        case .info: "36"
        case .success: "32"
        case .warning: "33"
        // White ink on black ground, whatever the terminal's own colours: a camera wants dark modules on light.
        case .modules: "97;40"
        }
    }

    /// Ink and ground together: nobody knows what ground the terminal has, and the theme has measured these two.
    private func pair(_ ink: Theme.Color, _ ground: Theme.Color) -> String {
        "1;38;2;\(ink.red);\(ink.green);\(ink.blue);48;2;\(ground.red);\(ground.green);\(ground.blue)"
    }
}
