/// Suggests names for misspelt ones.
enum SpellingSuggestion {
    /// Returns the name in `names` that is at most two edits away from `word` (one for short words), or `nil`.
    static func nearest(to word: String, in names: some Collection<String>) -> String? {
        let limit = word.utf8.count < 5 ? 1 : 2
        return names.map { ($0, distance(word, $0)) }
            .filter { $0.1 <= limit && $0.0 != word }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Returns the end of a sentence that suggests a name for `word`, or `other` if no name is close.
    static func hint(for word: String, in names: some Collection<String>, or other: String = ".") -> String {
        nearest(to: word, in: names).map { "; did you mean \(Refusal.quote($0))?" } ?? other
    }

    /// Returns the number of insertions, deletions, substitutions and transpositions of adjacent characters (optimal string
    /// alignment), case-insensitively.
    static func distance(_ a: String, _ b: String) -> Int {
        let x = Array(a.lowercased().utf8)
        let y = Array(b.lowercased().utf8)
        guard abs(x.count - y.count) <= 3, x.count <= 64, y.count <= 64 else { return .max }
        var rows = [Array(0...y.count)]
        for i in 0..<x.count {
            var row = [i + 1]
            for j in 0..<y.count {
                var best = min(rows[i][j] + (x[i] == y[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, x[i] == y[j - 1], x[i - 1] == y[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[x.count][y.count]
    }
}
