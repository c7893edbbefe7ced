import JourneyBase
import JourneyWire

/// The appearance of a card: a name and three colours. Apps draw it themselves; the issuer sends no images.
public struct CardProductDesign: Hashable, Sendable {
    package let name: String
    /// `#rrggbb`.
    package let background: String
    package let accent: String
    package let text: String

    /// Creates a design. Returns `nil` for a name that is empty or longer than 64 characters, and for an invalid colour.
    ///
    /// - Parameters:
    ///   - name: The design's name.
    ///   - background: The background colour, `#rrggbb`.
    ///   - accent: The second colour of the background, `#rrggbb`.
    ///   - text: The colour of text, `#rrggbb`.
    public init?(name: String, background: String, accent: String, text: String) {
        guard (1...64).contains(name.count), [background, accent, text].allSatisfy(CardProductDesign.isColour) else {
            return nil
        }
        self.name = name
        self.background = background
        self.accent = accent
        self.text = text
    }

    var look: CardAppearance { CardAppearance(name: name, background: background, accent: accent, text: text) }

    private static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.utf8.dropFirst().allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    }
}
