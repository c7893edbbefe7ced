import Foundation
import Testing

@testable import JourneyLanguage

@Suite("Lint's page")
struct LintDocumentTests {
    @Test("lists every code, with the registry's words, and no other")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/reference/lint.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let wanted = LintRule.allCases.map { "| `\($0.rawValue)` | \($0.meaning) | \($0.advice) |" }
        #expect(rows.sorted() == wanted.sorted())
    }
}
