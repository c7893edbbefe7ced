#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// The theme's tokens in SwiftUI types, for the current colour scheme and contrast.
struct SwiftUITheme: Sendable {
    let theme: Theme
    private let palette: Theme.Palette
    private let mode: Theme.Mode
    private let isIncreased: Bool
    /// The factor of the person's text size.
    private let textScale: Double

    init(_ theme: Theme, _ scheme: ColorScheme, isIncreased: Bool = false, textScale: Double) {
        self.theme = theme
        self.textScale = textScale
        mode = scheme == .dark ? .dark : .light
        self.isIncreased = isIncreased
        palette = theme.palette(mode, isIncreased: isIncreased)
    }

    var background: Color { color(palette.background) }
    var surface: Color { color(palette.surface) }
    var fill: Color { color(palette.fill) }
    var separator: Color { color(palette.separator) }
    var text: Color { color(palette.text) }
    var secondaryText: Color { color(palette.secondaryText) }
    var border: Color { color(palette.border) }
    var accent: Color { color(palette.accent) }
    var onAccent: Color { color(palette.onAccent) }
    var danger: Color { color(palette.danger) }
    var onDanger: Color { color(palette.onDanger) }
    var success: Color { color(palette.success) }
    var warning: Color { color(palette.warning) }

    /// Returns the colour of a role.
    func color(of role: KeyPath<Theme.Palette, Theme.Color>) -> Color { color(palette[keyPath: role]) }

    /// Returns the pale background of something in the colour `role`.
    func tint(_ role: KeyPath<Theme.Palette, Theme.Color>) -> Color { color(palette.tint(palette[keyPath: role])) }

    /// Returns the ground of a component.
    func accent(of component: Theme.Component) -> Color {
        color(theme.colors(of: component, mode, isIncreased: isIncreased).accent)
    }

    /// Returns the colour of the text on a component's ground.
    func onAccent(of component: Theme.Component) -> Color {
        color(theme.colors(of: component, mode, isIncreased: isIncreased).onAccent)
    }

    func shape(_ corner: Theme.Corner) -> RoundedRectangle { RoundedRectangle(cornerRadius: theme.radius(corner)) }

    func shape(_ corner: Theme.Corner, of component: Theme.Component) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: theme.radius(corner, of: component))
    }

    /// Returns a font that scales with the person's text size, whatever the theme says.
    func font(_ style: Theme.TextStyle) -> Font {
        let font: Font =
            switch theme.font(points: style.points) {
            case .systemStyle: .system(size: style.points * textScale)
            case .system(let points): .system(size: points * textScale)
            // A missing font is replaced by the system's.
            case .named(let name, let points): .custom(name, size: points, relativeTo: .body)
            }
        return style.isStrong ? font.weight(.semibold) : font
    }

    private func color(_ color: Theme.Color) -> Color {
        Color(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }
}

extension Theme.Space {
    /// The distance in points.
    var points: CGFloat { CGFloat(rawValue) }
}

extension Theme.Size {
    /// The length in points.
    var points: CGFloat { CGFloat(rawValue) }
}
#endif
