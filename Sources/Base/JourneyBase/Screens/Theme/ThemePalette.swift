extension Theme {
    /// The colours of one mode.
    public struct Palette: Hashable, Sendable {
        /// The background of the screen.
        public var background: Color
        /// The background of panels and fields.
        public var surface: Color
        public var text: Color
        public var secondaryText: Color
        /// Borders of fields and boxes.
        public var border: Color
        /// The background of buttons; `onAccent` is their text.
        public var accent: Color
        /// The text on `accent`.
        public var onAccent: Color
        /// The colour of errors and destructive actions; `onDanger` is the text on it.
        public var danger: Color
        /// The text on `danger`.
        public var onDanger: Color
        public var success: Color
        public var warning: Color

        init(
            background: Color, surface: Color, text: Color, secondaryText: Color, border: Color, accent: Color,
            onAccent: Color, danger: Color, onDanger: Color, success: Color, warning: Color
        ) {
            self.background = background
            self.surface = surface
            self.text = text
            self.secondaryText = secondaryText
            self.border = border
            self.accent = accent
            self.onAccent = onAccent
            self.danger = danger
            self.onDanger = onDanger
            self.success = success
            self.warning = warning
        }

        static let standardLight = Palette(
            background: Color(0xEEF2F5), surface: Color(0xFFFFFF), text: Color(0x16202A),
            secondaryText: Color(0x4A5866),
            border: Color(0x76838F), accent: Color(0x0B5FAE), onAccent: Color(0xFFFFFF), danger: Color(0xA3131F),
            onDanger: Color(0xFFFFFF), success: Color(0x17693A), warning: Color(0x7A4E00))

        static let standardDark = Palette(
            background: Color(0x0F151B), surface: Color(0x18212A), text: Color(0xEEF2F5),
            secondaryText: Color(0xB0BDC9),
            border: Color(0x7C8B99), accent: Color(0x7CB9F5), onAccent: Color(0x07203A), danger: Color(0xFF9CA4),
            onDanger: Color(0x3A0509), success: Color(0x7FD6A0), warning: Color(0xF2C469))

        /// All pairs of adjacent colours, with the least contrast they need.
        var pairs: [(name: String, Color, Color, least: Double)] {
            let text = Theme.textContrast
            return [
                ("text on background", self.text, background, text),
                ("text on surface", self.text, surface, text),
                ("secondary text on background", secondaryText, background, text),
                ("secondary text on surface", secondaryText, surface, text),
                ("accent on surface", accent, surface, text),
                ("on accent", onAccent, accent, text),
                ("danger on surface", danger, surface, text),
                ("on danger", onDanger, danger, text),
                ("success on surface", success, surface, text),
                ("warning on surface", warning, surface, text),
                ("border on surface", border, surface, Theme.shapeContrast),
            ]
        }

        func check(_ mode: Mode) throws(ThemeError) {
            for (name, one, other, least) in pairs {
                let ratio = one.contrast(with: other)
                guard ratio >= least else { throw .contrast(mode, pair: name, ratio: ratio, least: least) }
            }
        }
    }
}
