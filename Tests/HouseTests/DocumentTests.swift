import Foundation
import Testing

@Suite("The documents are true")
struct DocumentTests {
    /// The Markdown files of the package, with their text.
    private func documents() throws -> [(path: String, text: String)] {
        let manager = FileManager.default
        let top = try manager.contentsOfDirectory(atPath: Tree.package.root.path).filter { $0.hasSuffix(".md") }
        let docs = try manager.contentsOfDirectory(atPath: Tree.package.root.path + "/docs").filter {
            $0.hasSuffix(".md")
        }
        return try (top + docs.map { "docs/" + $0 }).sorted().map { ($0, try Tree.package.text($0)) }
    }

    @Test("every relative link leads to a file")
    func links() throws {
        var broken: [String] = []
        for (path, text) in try documents() {
            let folder = path.contains("/") ? "docs/" : ""
            for target in DocumentTests.links(in: text) where !DocumentTests.exists(folder + target) {
                broken.append("\(path): \(target)")
            }
        }
        #expect(broken == [])
        #expect(DocumentTests.links(in: "[a](b.md) [c](https://d.test) [e](#f) ![g](h.png#i)") == ["b.md", "h.png"])
        #expect(!DocumentTests.exists("docs/nothing.md"))
    }

    @Test("every document that a source file names is there")
    func named() throws {
        var missing: Set<String> = []
        for file in try Tree.swiftFiles.get() {
            for match in try Tree.package.text("Sources/" + file.path).matches(of: /docs\/[a-z-]+\.md/) {
                if !DocumentTests.exists(String(match.output)) { missing.insert("\(file.path): \(match.output)") }
            }
        }
        #expect(missing == [])
    }

    @Test("the README's example is the one that is compiled")
    func example() throws {
        let readme = try Tree.package.text("README.md")
        let block = try #require(readme.firstMatch(of: /```swift\n((?s:.*?))```/)).output.1
        let compiled = try Tree.package.text("Tests/HSBCPartnerSDKTests/ReadmeExample.swift")
        let indented = block.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        #expect(!indented.isEmpty && compiled.contains(indented))
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Tree.package.root.appendingPathComponent(path).path)
    }

    /// Targets of links and pictures that stay in the package, without their fragments.
    private static func links(in text: String) -> [String] {
        text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.output.1) }.filter { !$0.contains("://") }
    }
}
