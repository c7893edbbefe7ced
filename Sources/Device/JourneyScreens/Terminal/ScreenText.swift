import JourneyBase

/// How a screen looks on a terminal.
enum ScreenText {
    /// The title, the fault, the text and, for a screen that only shows, its state.
    static func head(_ screen: Screen, isStyled: Bool) -> String {
        var lines = ["", style(clean(screen.title), "1", isStyled)]
        if let fault = screen.inlineError { lines.append(style("! " + clean(fault), "31", isStyled)) }
        if let text = screen.text {
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { clean($0) }
        }
        if screen.isBusy { lines.append(style("… please wait", "2", isStyled)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The actions, numbered from one, and the way back.
    static func actions(_ screen: Screen, isStyled: Bool) -> String {
        var lines = screen.actions.enumerated().map { index, action in
            let label = "  \(index + 1)  \(clean(action.label))"
            return action.role == .primary ? style(label, "1", isStyled) : label
        }
        lines.append(style("  b  Back", "2", isStyled))
        return lines.joined(separator: "\n") + "\n"
    }

    static func prompt(_ field: Screen.Field) -> String {
        let hint =
            switch field.kind {
            case .text: ""
            case .oneTimeCode(let digits): " (\(digits) digits)"
            case .secret: " (not shown)"
            }
        return clean(field.label) + hint + ": "
    }

    /// Text of others without control characters, which could redraw the terminal or press keys on some.
    static func clean(_ text: some StringProtocol) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    let isSteering =
                        (0x200E...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                        || (0x2066...0x2069).contains(scalar.value)
                    return isControl || isSteering ? "?" : scalar
                }))
    }

    private static func style(_ text: String, _ code: String, _ isStyled: Bool) -> String {
        isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
