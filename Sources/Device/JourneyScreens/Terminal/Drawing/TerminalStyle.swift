internal import JourneyBase

/// The look of each kind of text on this terminal.
struct TerminalStyle: Sendable {
    let colours: TerminalColours
    let theme: Theme
    let language: Language
    /// `true` when the terminal lays out right-to-left text itself.
    let reordersText: Bool

    /// Returns the row as it is written.
    ///
    /// Text is written in logical order: some terminals lay out right-to-left text themselves, and on others nothing else can. On
    /// the former, each row of a right-to-left language is isolated, so that preceding text does not affect its order; on the
    /// latter the marks would be clutter.
    func row(_ line: RenderedLine) -> String {
        let text = line.pieces.map { styled($0) }.joined()
        return reordersText && language.isRightToLeft && !text.isEmpty ? "\u{2067}\(text)\u{2069}" : text
    }

    private func styled(_ piece: RenderedLine.Piece) -> String {
        guard colours != .none, let code = code(piece.kind) else { return piece.text }
        return "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
    }

    /// Returns the parameters of Select Graphic Rendition (ECMA-48, section 8.3.117).
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
        // White on black, whatever the terminal's colours: a camera needs dark modules on light.
        case .modules: "97;40"
        }
    }

    /// Returns foreground and background together: the terminal's background is unknown, and the theme's contrast is that of
    /// these two.
    private func pair(_ ink: Theme.Color, _ ground: Theme.Color) -> String {
        "1;38;2;\(ink.red);\(ink.green);\(ink.blue);48;2;\(ground.red);\(ground.green);\(ground.blue)"
    }
}
