#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// The theme in SwiftUI types, for the current colour scheme.
struct SwiftUITheme: Sendable {
    let theme: Theme
    private let palette: Theme.Palette
    /// The factor of the person's text size.
    private let textScale: Double

    init(_ theme: Theme, _ scheme: ColorScheme, textScale: Double) {
        self.theme = theme
        self.textScale = textScale
        palette = theme.palette(scheme == .dark ? .dark : .light)
    }

    var background: Color { color(palette.background) }
    var surface: Color { color(palette.surface) }
    var text: Color { color(palette.text) }
    var secondaryText: Color { color(palette.secondaryText) }
    var border: Color { color(palette.border) }
    var accent: Color { color(palette.accent) }
    var onAccent: Color { color(palette.onAccent) }
    var danger: Color { color(palette.danger) }
    var onDanger: Color { color(palette.onDanger) }
    var success: Color { color(palette.success) }
    var warning: Color { color(palette.warning) }

    var shape: RoundedRectangle { RoundedRectangle(cornerRadius: theme.cornerRadius) }

    /// Returns a font that scales with the person's text size, whatever the theme says.
    func font(_ style: Font.TextStyle) -> Font {
        switch theme.font(points: size(style)) {
        case .systemStyle: .system(style)
        case .system(let points): .system(size: points * textScale)
        // A missing font is replaced by the system's.
        case .named(let name, let points): .custom(name, size: points, relativeTo: style)
        }
    }

    /// Returns the points at the system's default text size.
    private func size(_ style: Font.TextStyle) -> Double {
        switch style {
        case .largeTitle: 34
        case .title: 28
        case .title2: 22
        case .title3: 20
        case .headline, .body: 17
        case .callout: 16
        case .subheadline: 15
        case .footnote: 13
        case .caption: 12
        default: 11
        }
    }

    private func color(_ color: Theme.Color) -> Color {
        Color(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }
}
#endif
