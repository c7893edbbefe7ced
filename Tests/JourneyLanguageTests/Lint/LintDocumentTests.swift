import Foundation
import Testing

@testable import JourneyLanguage

@Suite("Lint reference page")
struct LintDocumentTests {
    @Test("the page lists exactly the registry's codes with their texts")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/reference/lint.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let wanted = LintRule.allCases.map { "| `\($0.rawValue)` | \($0.meaning) | \($0.advice) |" }
        #expect(rows.sorted() == wanted.sorted())
    }
}
