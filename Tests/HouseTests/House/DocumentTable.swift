/// A table of a document, identified by the cells of its head.
struct DocumentTable {
    /// The rows below the head, cell by cell, without backticks.
    let rows: [[String]]

    init(_ head: [String], in text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { DocumentTable.cells($0) == head } ?? lines.endIndex
        rows = lines.dropFirst(start + 2).prefix { $0.hasPrefix("|") }.map(DocumentTable.cells)
    }

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { cell in
            String(cell.filter { $0 != "`" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The paths below `Sources` of each row, by the first cell: the second cell, separated by commas.
    var files: [(name: String, paths: Set<String>)] {
        rows.filter { $0.count >= 2 }.map { row in
            (row[0], Set(row[1].split(separator: ",").map { String($0.drop { $0 == " " }) }))
        }
    }
}
