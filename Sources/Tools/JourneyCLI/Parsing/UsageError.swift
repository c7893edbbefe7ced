/// An invalid command line: one sentence, and a suggestion if there is one.
struct UsageError: Error, Hashable {
    /// The sentence, without a full stop.
    var message: String
    /// The probable intention.
    var suggestion: String?
    /// The command whose help is recommended, such as `journey lint`.
    var path: String

    /// The text to print.
    var text: String {
        let hint = suggestion.map { " Did you mean \($0)?" } ?? ""
        return "\(message).\(hint)\n\(UsageError.advice(path))"
    }

    /// Returns the line that recommends a command's help.
    static func advice(_ path: String) -> String { "Try: \(path) --help" }
}

/// Finds suggestions for misspelt words.
package enum Suggestion {
    /// Returns the closest of `candidates` to `word`, or `nil` if none is close.
    package static func nearest(to word: String, in candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, distance: distance(word, $0)) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let best = ranked.first else { return nil }
        if !word.isEmpty, let completed = candidates.first(where: { $0.hasPrefix(word) }) { return completed }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of neighbours between two words.
    static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var rows = [Array(0...b.count)]
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                let change = a[i - 1] == b[j - 1] ? 0 : 1
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
