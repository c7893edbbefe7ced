import Foundation
import Testing

/// The order of the pages below `docs`: each in the folder of its kind, in the index, and clear from its first two sentences.
@Suite("The pages of the documentation")
struct PageTests {
    private static let folders = ["guides", "reference", "explanation", "evidence"]

    /// The pages in a folder of `docs`, by path in `docs`, with their text.
    private static func pages(in folder: String) throws -> [(path: String, text: String)] {
        try FileManager.default.contentsOfDirectory(
            atPath: Tree.package.root.appendingPathComponent("docs/\(folder)").path
        ).filter { $0.hasSuffix(".md") }.sorted().map {
            ("\(folder)/\($0)", try Tree.package.text("docs/\(folder)/\($0)"))
        }
    }

    @Test("each page is in the index, and no page is outside the folders")
    func index() throws {
        let index = try Tree.package.text("docs/README.md")
        let paths = try (PageTests.folders + ["JourneyKit.docc"]).flatMap { try PageTests.pages(in: $0).map(\.path) }
        #expect(paths.filter { !index.contains("(\($0)") && $0 != "JourneyKit.docc/JourneyKit.md" } == [])
        #expect(paths.count >= 60)
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: Tree.package.root.appendingPathComponent("docs").path
        ).filter { $0.hasSuffix(".md") }
        #expect(beside == ["README.md"])
    }

    @Test("each page opens with two sentences on its purpose and audience")
    func openings() throws {
        let all =
            try PageTests.folders.flatMap(PageTests.pages) + [("README.md", try Tree.package.text("docs/README.md"))]
        #expect(all.filter { !PageTests.isOpened($0.text) }.map(\.path) == [], "write “This page …. It is for ….”")
        #expect(PageTests.isOpened("# A\n\nThis page has B 1.2. It is for C,\nand for D.\n\nMore. Of. It.\n"))
        #expect(!PageTests.isOpened("# A\n\nThis page has B.\n\nIt is for C.\n"))
        #expect(!PageTests.isOpened("# A\n\nB is C. It is for D.\n"))
    }

    @Test("the README has at most 12 links, and sentences of 15 words on average")
    func readme() throws {
        let text = try Tree.package.text("README.md")
        #expect(text.matches(of: /\]\([^)]*\)/).count <= 12)
        let prose = text.replacing(/(?s)```.*?```/, with: "").split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("|") && !$0.hasPrefix("#") && !$0.hasPrefix("<!--") }.joined(separator: "\n")
            .replacing(/!?\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        let lengths = prose.split(separator: /[.!?]\s/).map { $0.split(whereSeparator: \.isWhitespace).count }
            .filter { $0 > 2 }
        #expect(lengths.count > 10 && lengths.reduce(0, +) <= 15 * lengths.count)
    }

    /// Returns `true` if the paragraph after the title is two sentences about the page.
    private static func isOpened(_ text: String) -> Bool {
        let paragraphs = text.split(separator: "\n\n")
        guard paragraphs.count >= 2, paragraphs[0].hasPrefix("# "), paragraphs[1].hasPrefix("This page ") else {
            return false
        }
        return paragraphs[1].matches(of: /[.?!](?:\s|$)/).count == 2
    }

    @Test("names of tests stand on evidence pages alone")
    func names() throws {
        var found: [String] = []
        for (path, text) in try PageTests.folders.filter({ $0 != "evidence" }).flatMap(PageTests.pages) {
            found += try PageTests.testNames(in: text).map { "\(path): \($0)" }
        }
        #expect(found == [], "move them to docs/evidence/reference-checks.md")
        let text =
            "`HouseTests` and Tests/HouseTests, \"names of tests stand on evidence pages alone\"\n```\nOtherTests\n```\n"
        #expect(try PageTests.testNames(in: text).count == 3)
        #expect(try PageTests.testNames(in: "the tests, `YourApp`, \"no such test of ours\"") == [])
    }

    /// Suites, folders of tests, and sentences of tests in a page, outside its blocks of code.
    private static func testNames(in text: String) throws -> [String] {
        let prose = text.replacing(/(?s)```.*?```/, with: "")
        let suites = prose.matches(of: /(?:Tests\/)?\b[A-Z][A-Za-z0-9]*Tests\b/).map { String($0.output) }
        // A quoted text of four words that begins in lower case, and stands in a test too, is the name of one.
        let sentences = RequirementTests.sentences(in: prose).filter {
            $0.first?.isLowercase == true && $0.split(separator: " ").count >= 4
        }
        let unknown = try RequirementTests.missing(sentences)
        return suites + sentences.filter { !unknown.contains($0) }
    }
}
