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
            background: Color(0xEEF2F4), surface: Color(0xFFFFFF), text: Color(0x0F1F2B),
            secondaryText: Color(0x4A5D6B),
            border: Color(0x71838F), accent: Color(0x0F4C5C), onAccent: Color(0xFFFFFF), danger: Color(0xA8201A),
            onDanger: Color(0xFFFFFF), success: Color(0x1B6B48), warning: Color(0x7A4F00))

        static let standardDark = Palette(
            background: Color(0x0B1216), surface: Color(0x141D23), text: Color(0xEEF3F5),
            secondaryText: Color(0xAEBDC6),
            border: Color(0x7C8E99), accent: Color(0x7FCBDD), onAccent: Color(0x06262F), danger: Color(0xFFA39B),
            onDanger: Color(0x3A0806), success: Color(0x85D8AC), warning: Color(0xF0C36B))

        /// The quiet background of rows and fields on the surface.
        package var fill: Color {
            background(of: text, upTo: 0.04) {
                self.text.contrast(with: $0) >= Theme.textContrast
                    && secondaryText.contrast(with: $0) >= Theme.textContrast
                    && border.contrast(with: $0) >= Theme.shapeContrast
            }
        }

        /// Lines between rows, which carry no meaning.
        package var separator: Color { surface.mixed(with: text, 0.14) }

        /// Returns the pale background of something in the colour `role`.
        package func tint(_ role: Color) -> Color {
            background(of: role, upTo: 0.1) {
                text.contrast(with: $0) >= Theme.textContrast && secondaryText.contrast(with: $0) >= Theme.textContrast
                    && role.contrast(with: $0) >= Theme.shapeContrast
            }
        }

        /// Returns the surface with as much of `color`, up to `share`, as leaves what stands on it readable.
        private func background(of color: Color, upTo share: Double, isReadable: (Color) -> Bool) -> Color {
            (0...10).lazy.map { surface.mixed(with: color, share * Double(10 - $0) / 10) }.first(where: isReadable)
                ?? surface
        }

        /// The palette for a person who asks for more contrast: text and borders at the ends of the scale.
        package var increased: Palette {
            var copy = self
            let isDark = surface.luminance < 0.5
            copy.surface = isDark ? Color(0x000000) : Color(0xFFFFFF)
            copy.background = copy.surface
            copy.text = isDark ? Color(0xFFFFFF) : Color(0x000000)
            copy.secondaryText = copy.text
            copy.border = copy.text
            for role in [\Palette.accent, \.danger, \.success, \.warning] {
                copy[keyPath: role] = copy[keyPath: role].reaching(Theme.increasedContrast, on: [copy.surface])
            }
            copy.onAccent = copy.surface
            copy.onDanger = copy.surface
            return copy
        }

        /// All pairs of adjacent colours, with the least contrast they need.
        package var pairs: [(name: String, Color, Color, least: Double)] {
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

        /// The pairs on backgrounds that are made of other colours, with the least contrast they need.
        package var derivedPairs: [(name: String, Color, Color, least: Double)] {
            let (text, shape) = (Theme.textContrast, Theme.shapeContrast)
            let roles = [("accent", accent), ("danger", danger), ("success", success), ("warning", warning)]
            return [
                ("text on fill", self.text, fill, text), ("secondary text on fill", secondaryText, fill, text),
                ("border on fill", border, fill, shape),
            ]
                + roles.flatMap { name, role in
                    [
                        ("text on \(name) tint", self.text, tint(role), text),
                        ("secondary text on \(name) tint", secondaryText, tint(role), text),
                        ("\(name) on its tint", role, tint(role), shape),
                    ]
                }
        }

        func check(_ mode: Mode) throws(ThemeError) {
            for (name, one, other, least) in pairs {
                let ratio = one.contrast(with: other)
                guard ratio >= least else { throw .contrast(mode, pair: name, ratio: ratio, least: least) }
            }
        }
    }
}
