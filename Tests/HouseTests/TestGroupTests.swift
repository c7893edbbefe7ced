import Foundation
import Testing

/// A filter that matches no suite runs nothing and fails nothing, so a renamed suite would leave its group unnoticed.
@Suite("Test groups")
struct TestGroupTests {
    /// Returns the names that the filters in `text` begin with, such as `Chaos` and `Descriptor` in `A.(Chaos|Descriptor)Tests`.
    static func prefixes(in text: String) -> [String] {
        text.matches(of: /\b\w+Tests\.(?:\((?<several>[\w|]+)\)|(?<one>\w+))(?<end>Tests\b)?/).flatMap { match in
            let end = match.output.end.map(String.init) ?? ""
            return (match.output.several ?? match.output.one ?? "").split(separator: "|").map { String($0) + end }
        }
    }

    @Test("every suite that a script's filter names exists")
    func suites() throws {
        let root = Tree.package.root.appendingPathComponent("Tests")
        var suites: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            for match in text.matches(of: /\b(?:struct|class|actor|enum) (\w+Tests)\b/) {
                suites.insert(String(match.output.1))
            }
        }
        let prefixes = TestGroupTests.prefixes(in: try Tree.package.text("scripts/lib/test-groups.sh"))
        #expect(prefixes.count > 30 && suites.count > 300)
        #expect(prefixes.filter { prefix in !suites.contains { $0.hasPrefix(prefix) } } == [])
    }

    @Test("each form of a filter is read")
    func forms() {
        #expect(
            TestGroupTests.prefixes(in: "'ATests.(One|Two)Tests|BTests.Three' CTests") == [
                "OneTests", "TwoTests", "Three",
            ])
    }
}
