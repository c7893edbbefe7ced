import Foundation

/// The articles of the documentation, and the code blocks in them.
struct Article {
    let name: String
    let text: String

    /// The root directory of this package.
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the files of `folder` with that extension, by path in the package, sorted.
    static func files(in folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    /// Returns all articles of the catalogue, and the page for bank teams.
    static func all() throws -> [Article] {
        let paths = try files(in: "docs/JourneyKit.docc", ending: ".md") + ["docs/guides/adding-a-journey.md"]
        return try paths.map { Article(name: $0, text: try Article.text($0)) }
    }

    /// Returns the articles whose Swift is compiled: all, and the page for banks that compose their own gateway.
    static func compiled() throws -> [Article] {
        try all() + [Article(name: "docs/reference/gateway.md", text: try Article.text("docs/reference/gateway.md"))]
    }

    /// Returns the code blocks in that language, in order, without their fences.
    func blocks(_ language: String) -> [String] { Article.blocks(language, in: text) }

    static func blocks(_ language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = current, line == "```" {
                blocks.append(lines.joined(separator: "\n"))
                current = nil
            } else if current != nil {
                current?.append(line)
            } else if line == "```\(language)" {
                current = []
            }
        }
        return blocks
    }

    /// Returns the part of a sample's file that an article shows: the text between `// begin` and `// end`, or all of it.
    static func shown(of file: String) -> String {
        let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
        guard let begin = lines.firstIndex(of: "// begin"), let end = lines.lastIndex(of: "// end") else { return file }
        return lines[(begin + 1)..<end].joined(separator: "\n")
    }

    /// The line by which a reader's test imports the reader's app, which is part of this module here.
    static let ownModule = "@testable import YourApp\n\n"

    /// Returns the text without that line.
    static func plain(_ text: String) -> String { text.replacing(ownModule, with: "") }
}
