package import JourneyBase

/// The circumstances in which a screen is drawn: colours, text size and width.
package struct PictureVariant: Hashable, Sendable {
    package let mode: Theme.Mode
    /// The text size in percent of the default.
    package let textPercent: Int
    /// The width of the display in points.
    package let width: Int

    /// The height of the display in points, of a phone or a tablet.
    package var height: Int { width >= 1_024 ? 768 : width == 320 ? 568 : 844 }

    /// Each variant once, in the order of the accepted hashes: usual and double text on a small phone, a phone and a tablet, and
    /// the largest text of a phone on the small one; in light and dark.
    package static let all: [PictureVariant] = [Theme.Mode.light, .dark].flatMap { mode in
        [100, 200].flatMap { percent in
            [320, 390, 1_024].map { PictureVariant(mode: mode, textPercent: percent, width: $0) }
        } + [PictureVariant(mode: mode, textPercent: 310, width: 320)]
    }

    /// The name in files and on the page.
    package var name: String { "\(mode == .dark ? "dark" : "light")-\(textPercent)-\(width)" }
}
