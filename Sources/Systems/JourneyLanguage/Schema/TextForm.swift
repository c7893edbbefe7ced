internal import JourneyBase

/// The known content of a string member, which determines whether text order is value order.
enum TextForm: Sendable {
    /// A decimal number: `"12.50"` comes before `"9.00"` in text order.
    case decimal
    /// A date or time of fixed width, whose text order is chronological.
    case moment

    /// Derives the form from a string's schema: by `format`, by listed values, or by a pattern.
    init?(schema: JSONValue) {
        let examples =
            [schema["const"], schema["example"], schema["default"]].compactMap { $0?.string }
            + ["enum", "examples"].flatMap { schema[$0]?.array ?? [] }.compactMap(\.string)
        switch schema["format"]?.string {
        case "date", "date-time", "time": self = .moment
        case "decimal", "number", "money", "double", "float": self = .decimal
        case _ where !examples.isEmpty && examples.allSatisfy(TextForm.isDecimal): self = .decimal
        case _ where schema["pattern"]?.string.map(TextForm.takesDecimals) ?? false: self = .decimal
        default: return nil
        }
    }

    /// Returns `true` if `text` spells a number without an exponent.
    static func isDecimal(_ text: String) -> Bool {
        var digits = text.utf8[...]
        if let sign = digits.first, "+-".utf8.contains(sign) { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// Returns `true` if the pattern matches numbers of several lengths, but neither words nor dates.
    private static func takesDecimals(_ text: String) -> Bool {
        guard let pattern = try? Pattern(text) else { return false }
        func takes(_ text: String) -> Bool {
            var work = 10_000
            return pattern.matches(text, work: &work)
        }
        return (takes("9.00") && takes("12.50") || takes("9") && takes("10")) && !takes("A") && !takes("2026-01-31")
    }
}
