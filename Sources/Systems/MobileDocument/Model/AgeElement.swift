/// An element `age_over_NN`: a Boolean that is true for a holder of at least that age (ISO/IEC 18013-5, section 7.2.5).
package struct AgeElement: Hashable, Sendable {
    /// The age in years, 0 to 99.
    package let years: Int

    /// Parses an element's name; `nil` for any other name.
    package init?(_ identifier: String) {
        let bytes = identifier.utf8
        // Most names have another length and are rejected at once.
        guard bytes.count == 11, bytes.starts(with: "age_over_".utf8) else { return nil }
        let digits = bytes.suffix(2)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        years = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Creates the element of an age, 0 to 99.
    init(years: Int) { self.years = years }

    /// The element's name.
    package var identifier: String { "age_over_" + DateText.padded(years) }

    /// The maximum number of ages in the request for one document.
    static let mostRequested = 2

    /// Returns `true` if the elements of a document's request contain more ages than allowed.
    static func areTooMany(in identifiers: some Sequence<String>) -> Bool {
        identifiers.count { AgeElement($0) != nil } > mostRequested
    }

    /// Returns the age among `held` that answers for `years` (section 7.2.5): the smallest age from there on that was
    /// reached, or else the largest up to there that was not; `nil` when neither is held.
    package static func nearest(to years: Int, held: [Int: Bool]) -> Int? {
        let reached = held.filter { $0.key >= years && $0.value }.keys.min()
        return reached ?? held.filter { $0.key <= years && !$0.value }.keys.max()
    }

    /// Returns the answer for `years` that follows from `known`; `nil` when none follows. Over 21 implies over 18, and
    /// not over 18 implies not over 21.
    package static func conclusion(for years: Int, known: [Int: Bool]) -> Bool? {
        guard let nearest = nearest(to: years, held: known) else { return nil }
        return known[nearest]
    }
}
