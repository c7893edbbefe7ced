public import JourneyBase
internal import JourneyWire

/// The appearance of the user's card, from the issuer's record: enough to draw a similar one.
public struct CardDesign: Hashable, Sendable {
    /// The name of the design, for assistive technologies.
    public let name: String
    public let background: Theme.Color
    public let accent: Theme.Color
    public let text: Theme.Color

    /// Creates a design.
    ///
    /// - Parameters:
    ///   - name: The name of the design.
    ///   - background: The background colour.
    ///   - accent: The accent colour.
    ///   - text: The colour of the text.
    /// - Returns: `nil` for colours on which the text cannot be read (WCAG 2.2, success criterion 1.4.3).
    public init?(name: String, background: Theme.Color, accent: Theme.Color, text: Theme.Color) {
        guard text.contrast(with: background) >= Theme.textContrast, text.contrast(with: accent) >= Theme.textContrast
        else { return nil }
        self.name = name
        self.background = background
        self.accent = accent
        self.text = text
    }

    /// The design of cards without a record.
    public static let standard = CardDesign(
        name: "", background: Theme.Color(0x1B4965), accent: Theme.Color(0x0B2B40), text: Theme.Color(0xFFFFFF),
        checked: ())

    private init(name: String, background: Theme.Color, accent: Theme.Color, text: Theme.Color, checked: Void) {
        self.name = name
        self.background = background
        self.accent = accent
        self.text = text
    }

    /// Reads `{name, background, accent, text}` with colours as `#rrggbb`; `nil` for anything else.
    init?(_ value: JSONValue) {
        guard let look = try? CardAppearance(value), let name = CardSummary.line(look.name, limit: 60),
            let background = CardDesign.color(look.background), let accent = CardDesign.color(look.accent),
            let text = CardDesign.color(look.text)
        else { return nil }
        self.init(name: name, background: background, accent: accent, text: text)
    }

    private static func color(_ text: String) -> Theme.Color? {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            text.utf8.dropFirst().allSatisfy(\.isHexDigit)
        else { return nil }
        return UInt32(text.dropFirst(), radix: 16).map { Theme.Color($0) }
    }

    /// The design as the page receives it.
    var message: JSONValue {
        CardAppearance(name: name, background: background.hex, accent: accent.hex, text: text.hex).json
    }
}
