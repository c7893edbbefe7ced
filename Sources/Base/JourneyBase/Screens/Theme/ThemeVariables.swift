/// The tokens as variables of style sheets, for every page that this package makes: screens, reports and the pages of tools.
extension Theme {
    /// The rules that define the variables: measures, and colours for light, dark and more contrast.
    package var styleVariables: String {
        let font = fontFamily.map { "\"\($0)\", " } ?? ""
        return """
            :root { color-scheme: light dark; font-size: \(Theme.styleNumber(fontScale * 100))%; \
            --family: \(font)Inter, "DejaVu Sans", system-ui, sans-serif; \(measures) \(colors(.light)) }
            @media (prefers-color-scheme: dark) { :root { \(colors(.dark)) } }
            @media (prefers-contrast: more) { :root { \(colors(.light, isIncreased: true)) } }
            @media (prefers-contrast: more) and (prefers-color-scheme: dark) { :root { \(colors(.dark, isIncreased: true)) } }
            """
    }

    /// Returns the measures as variables: text styles as `font` shorthands, lengths that grow with the text in `rem`.
    private var measures: String {
        var out = TextStyle.allCases.map { style in
            "--\(style.rawValue): \(style.isStrong ? 650 : 400) \(Theme.rem(style.points))/\(Theme.rem(style.lineHeight)) var(--family);"
        }
        for space in Space.allCases { out.append("--space-\(space): \(Theme.rem(space.rawValue));") }
        for size in Size.allCases { out.append("--size-\(size): \(Theme.rem(size.rawValue));") }
        for corner in Corner.allCases { out.append("--radius-\(corner): \(Theme.styleNumber(radius(corner)))px;") }
        for (name, corner, component): (String, Corner, Component) in [
            ("button", .sheet, .button), ("field", .medium, .field), ("box", .small, .field), ("card", .large, .card),
            ("pass", .large, .pass),
        ] { out.append("--radius-\(name): \(Theme.styleNumber(radius(corner, of: component)))px;") }
        out.append("--edge: min(\(Theme.styleNumber(Space.edge.rawValue))px, 6vw);")
        out.append("--short: \(Theme.styleNumber(Motion.short))s; --turn: \(Theme.styleNumber(Motion.turn))s;")
        return out.joined(separator: " ")
    }

    private func colors(_ mode: Mode, isIncreased: Bool = false) -> String {
        let palette = palette(mode, isIncreased: isIncreased)
        let own = Component.allCases.flatMap { component in
            let pair = colors(of: component, mode, isIncreased: isIncreased)
            return [(component.rawValue, pair.accent), ("on-\(component.rawValue)", pair.onAccent)]
        }
        let shadow =
            "0 \(Theme.styleNumber(Elevation.offset))px \(Theme.styleNumber(Elevation.blur))px"
            + " rgb(0 0 0 / \(Theme.styleNumber(Elevation.opacity * 100))%)"
        let shared = [
            ("page", palette.background), ("surface", palette.surface), ("text", palette.text),
            ("soft", palette.secondaryText), ("border", palette.border), ("accent", palette.accent),
            ("on-accent", palette.onAccent), ("danger", palette.danger), ("on-danger", palette.onDanger),
            ("success", palette.success), ("warning", palette.warning), ("fill", palette.fill),
            ("line", palette.separator), ("accent-tint", palette.tint(palette.accent)),
            ("danger-tint", palette.tint(palette.danger)), ("success-tint", palette.tint(palette.success)),
            ("warning-tint", palette.tint(palette.warning)),
        ]
        return (shared + own).map { "--\($0): \($1.hex);" }.joined(separator: " ") + " --shadow: \(shadow);"
    }

    private static func rem(_ points: Double) -> String { "\(Theme.styleNumber(points / 16, decimals: 4))rem" }

    /// Returns a number with at most `decimals` decimals, independent of the locale.
    package static func styleNumber(_ value: Double, decimals: Int = 2) -> String {
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let units = Int((value * Double(scale)).rounded())
        let rest = units % scale
        guard rest != 0 else { return "\(units / scale)" }
        let digits = "\(rest)"
        return "\(units / scale)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
