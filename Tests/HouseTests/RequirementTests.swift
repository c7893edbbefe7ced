import Foundation
import Testing

/// Checks that the tests named in `docs/evidence/requirements.md`, for each line of the design, exist; likewise in
/// `docs/evidence/iso18013-coverage.md` for each feature of the standard.
@Suite("Requirement tests exist")
struct RequirementTests {
    @Test(
        "every test that the requirements name exists",
        arguments: ["docs/evidence/requirements.md", "docs/evidence/iso18013-coverage.md"])
    func named(page: String) throws {
        let names = RequirementTests.names(in: try Tree.package.text(page))
        #expect(names.count >= 30)
        #expect(try RequirementTests.missing(names) == [])
        #expect(try RequirementTests.missing(["a sentence that" + " no test has"]).count == 1)
    }

    @Test(
        "every test that the hostile and reference pages name exists",
        arguments: [("hostile-pages", 2, 30), ("reference-checks", 3, 28)])
    func attacks(page: String, column: Int, least: Int) throws {
        let names = RequirementTests.names(in: try Tree.package.text("docs/evidence/\(page).md"), column: column)
        #expect(names.count >= least)
        #expect(try RequirementTests.missing(names) == [])
    }

    @Test("test names are the quoted sentences of the last column")
    func reading() {
        let text = "| a | b | \"one, two\", \"three\" |\n|---|---|---|\nno \"row\"\n| \"a\" | b | – |\n| a | \"b\" |"
        #expect(RequirementTests.names(in: text) == ["one, two", "three"])
    }

    private static func names(in text: String, column: Int = 3) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            return cells.count == 5 ? sentences(in: cells[column]) : []
        }
    }

    /// Returns the texts in quotation marks.
    static func sentences(in cell: some StringProtocol) -> [String] {
        String(cell).matches(of: /"([^"]+)"/).map { String($0.output.1) }
    }

    /// Returns those of `names` that no test has.
    static func missing(_ names: [String]) throws -> [String] {
        let known = try testSentences.get()
        return names.filter { !known.contains($0) }
    }

    /// The test titles, read once for all tests.
    private static let testSentences = Result { try readTestSentences() }

    /// Returns all texts between two quotation marks or two backticks of the tests' sources. Searching the sources for each name
    /// would take a minute.
    private static func readTestSentences() throws -> Set<String> {
        let root = Tree.package.root.appendingPathComponent("Tests")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        var sentences = Set<String>()
        for path in paths where path.hasSuffix(".swift") {
            let source = Array(try Data(contentsOf: root.appendingPathComponent(path)))
            for mark in [UInt8(ascii: "\""), UInt8(ascii: "`")] {
                for part in source.split(separator: mark, omittingEmptySubsequences: false).dropFirst().dropLast() {
                    sentences.insert(String(decoding: part, as: UTF8.self))
                }
            }
        }
        return sentences
    }
}
