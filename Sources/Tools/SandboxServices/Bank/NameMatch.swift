import Foundation

/// The result of comparing a payee's name with the other bank's (confirmation of payee).
enum NameMatch: String, Sendable {
    case match
    /// Similar enough to show the customer the actual name.
    case close
    case noMatch

    /// Compares names ignoring case, accents, punctuation and titles.
    init(given: String, known: String) {
        let (given, known) = (NameMatch.words(given), NameMatch.words(known))
        guard !given.isEmpty, !known.isEmpty else {
            self = .noMatch
            return
        }
        if given == known {
            self = .match
        } else if given.sorted() == known.sorted() || NameMatch.hasInitial(given, known)
            || NameMatch.distance(given.joined(separator: " "), known.joined(separator: " ")) <= 2
        {
            self = .close
        } else {
            self = .noMatch
        }
    }

    private static func words(_ name: String) -> [String] {
        let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        let words = plain.split { !$0.isLetter && !$0.isNumber && $0 != "&" }.map(String.init)
        let same = ["ltd": "limited", "&": "and"]
        return words.filter { !["mr", "mrs", "ms", "miss", "mx", "dr"].contains($0) }.map { same[$0] ?? $0 }
    }

    /// `true` for an initial in place of the first name: `A Stone` for `Amelia Stone`.
    private static func hasInitial(_ given: [String], _ known: [String]) -> Bool {
        guard given.count > 1, known.count > 1, given.last == known.last, let one = given.first, let other = known.first
        else { return false }
        return one.first == other.first && min(one.count, other.count) == 1
    }

    /// Returns the Levenshtein distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var row = Array(0...b.count)
        for (i, one) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let cost = min(row[j] + 1, row[j + 1] + 1, diagonal + (one == other ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[b.count]
    }
}
