/// The width of text on a terminal, in columns.
///
/// Terminals count code points, not glyphs, so a Bengali conjunct is as wide as its letters together. Text must never be assumed
/// narrower than the terminal draws it, and no character of several code points may be cut.
enum TextWidth {
    static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The variation selector that makes a symbol an emoji, which is two columns wide.
            if scalar.value == 0xFE0F { return 2 }
            // Joined emoji are drawn as one.
            if width == 2, scalar.value == 0x200D, character.unicodeScalars.first?.properties.isEmoji == true {
                return 2
            }
            width += of(scalar)
        }
        return width
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Wide and full-width blocks (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x20000...0x3FFFD,
    ]
}
