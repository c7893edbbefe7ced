/// An element `age_over_NN`: whether a person is at least so many years old (ISO/IEC 18013-5, section 7.2.5).
package struct AgeElement: Hashable, Sendable {
    /// 0 to 99.
    package let years: Int

    /// `nil` for any other name.
    package init?(_ identifier: String) {
        let bytes = identifier.utf8
        // Most names have another length: they are told apart at once.
        guard bytes.count == 11, bytes.starts(with: "age_over_".utf8) else { return nil }
        let digits = bytes.suffix(2)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        years = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// The element of that age, 0 to 99.
    init(years: Int) { self.years = years }

    /// Its name.
    package var identifier: String { "age_over_" + DateText.padded(years) }

    /// The most of them that one request for a document may have.
    static let mostRequested = 2

    /// Whether a request for a document that names these elements asks for more ages than it may.
    static func areTooMany(in identifiers: some Sequence<String>) -> Bool {
        identifiers.count { AgeElement($0) != nil } > mostRequested
    }

    /// Which of the `held` answers answers for `years` (section 7.2.5): the smallest age from there on that was reached, or
    /// else the largest up to there that was not; `nil` when neither is held.
    package static func nearest(to years: Int, held: [Int: Bool]) -> Int? {
        let reached = held.filter { $0.key >= years && $0.value }.keys.min()
        return reached ?? held.filter { $0.key <= years && !$0.value }.keys.max()
    }

    /// What the answers in `known` say about `years`: whoever is over 21 is over 18, and whoever is not over 18 is not over
    /// 21; `nil` when they say nothing.
    package static func conclusion(for years: Int, known: [Int: Bool]) -> Bool? {
        guard let nearest = nearest(to: years, held: known) else { return nil }
        return known[nearest]
    }
}
