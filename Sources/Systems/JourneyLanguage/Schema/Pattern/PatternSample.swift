/// Texts that match a pattern, for examples.
///
/// Patterns of banks are short, so a sample is made of the least that the syntax tree asks for, then of more, and each is matched
/// before it is used. Look-aheads and assertions are not made but only matched.
package enum PatternSample {
    /// Returns a text that matches `pattern`.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - length: The lengths that are allowed, in code points.
    /// - Returns: The text, or `nil` if none was found, or the pattern can't be compiled.
    package static func text(matching pattern: String, length: ClosedRange<Int>) -> String? {
        guard let compiled = try? Pattern(pattern), let tree = tree(of: pattern) else { return nil }
        var fallback: String?
        for variant in 0..<8 {
            for extra in [0, 1, 2, 3, 4, 6, 9, 14, 21, 30, 60] {
                var writer = SampleWriter(variant: variant, extra: extra, limit: min(length.upperBound, 2_048))
                writer.add(tree)
                let text = writer.text
                guard length.contains(text.unicodeScalars.count), matches(text, compiled) else { continue }
                if !text.isEmpty { return text }
                fallback = text
            }
        }
        return fallback
    }

    /// Returns `true` if `text` matches `pattern`, or the pattern can't be compiled and checks nothing.
    package static func isMatch(_ text: String, _ pattern: String) -> Bool {
        guard let compiled = try? Pattern(pattern) else { return true }
        return matches(text, compiled)
    }

    private static func matches(_ text: String, _ pattern: Pattern) -> Bool {
        var work = 1_000_000
        return pattern.matches(text, work: &work)
    }

    private static func tree(of text: String) -> PatternTree? {
        var unicode = PatternParser(text, isUnicode: true)
        if let tree = try? unicode.parse() { return tree }
        var legacy = PatternParser(text, isUnicode: false)
        return try? legacy.parse()
    }
}

/// Writes one text of a pattern's tree.
private struct SampleWriter {
    /// The branch of choices, and the preference among characters.
    let variant: Int
    /// The repeats beyond the least number.
    let extra: Int
    let limit: Int
    private(set) var text = ""
    private var count = 0

    init(variant: Int, extra: Int, limit: Int) { (self.variant, self.extra, self.limit) = (variant, extra, limit) }

    private static let preferred: [[Unicode.Scalar]] = [
        ["A", "1", "a"], ["1", "A", "a"], ["a", "0", "A"], ["0", "B"],
    ]

    mutating func add(_ tree: PatternTree) {
        guard count <= limit else { return }
        switch tree {
        case .one(let set):
            guard let scalar = scalar(in: set) else { return }
            text.unicodeScalars.append(scalar)
            count += 1
        case .sequence(let parts): for part in parts { add(part) }
        case .choice(let parts): if !parts.isEmpty { add(parts[variant % parts.count]) }
        case .repeated(let part, let least, let most):
            for _ in 0..<min(least + extra, most ?? .max) {
                guard count <= limit else { return }
                add(part)
            }
        case .assertion, .look: return
        }
    }

    private func scalar(in set: ScalarSet) -> Unicode.Scalar? {
        let preferred = SampleWriter.preferred[variant % SampleWriter.preferred.count]
        if let scalar = preferred.first(where: set.contains) { return scalar }
        let codes = [0x21...0x7E, 0x20...0x20, 0xA1...0x2FF, 0x370...0x9FF, 0x4E00...0x4E80] as [ClosedRange<UInt32>]
        return codes.lazy.joined().compactMap(Unicode.Scalar.init).first(where: set.contains)
    }
}
