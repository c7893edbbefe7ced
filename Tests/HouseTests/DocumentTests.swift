import Foundation
import Testing

@Suite("Documents are accurate")
struct DocumentTests {
    /// Returns the Markdown files at the top and all below `docs` and `examples`, with their text.
    private func documents() throws -> [(path: String, text: String)] {
        let manager = FileManager.default
        let root = Tree.package.root.path
        var paths = try manager.contentsOfDirectory(atPath: root)
        for folder in ["docs", "examples"] {
            paths += try manager.subpathsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
        }
        return try paths.filter { $0.hasSuffix(".md") }.sorted().map { ($0, try Tree.package.text($0)) }
    }

    /// Returns the folder of a page, with a slash at its end; empty for a page at the top.
    private static func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex))
    }

    @Test("every relative link leads to a file")
    func links() throws {
        var broken: [String] = []
        for (path, text) in try documents() {
            let folder = DocumentTests.folder(of: path)
            for target in DocumentTests.links(in: text) where !DocumentTests.exists(folder + target) {
                broken.append("\(path): \(target)")
            }
        }
        #expect(broken == [])
        #expect(DocumentTests.links(in: "[a](b.md) [c](https://d.test) [e](#f) ![g](h.png#i)") == ["b.md", "h.png"])
        #expect(!DocumentTests.exists("docs/nothing.md") && DocumentTests.plain("a/b/../../c.md") == "c.md")
    }

    @Test("every link to a heading leads to an existing one")
    func anchors() throws {
        var broken: [String] = []
        for (path, text) in try documents() {
            let folder = DocumentTests.folder(of: path)
            for (target, anchor) in DocumentTests.anchors(in: text) {
                let page = target.isEmpty ? path : DocumentTests.plain(folder + target)
                guard page.hasSuffix(".md"), DocumentTests.exists(page) else { continue }
                let known = DocumentTests.headings(of: try Tree.package.text(page))
                if !known.contains(anchor) { broken.append("\(path): \(target)#\(anchor)") }
            }
        }
        #expect(broken == [])
        #expect(DocumentTests.anchors(in: "[a](b.md#c) [d](#e) [f](g.md)").map(\.anchor) == ["c", "e"])
        #expect(
            DocumentTests.headings(of: "# A `b` c\n```\n# no\n```\n## D, e: f?\n## D, e: f?\n")
                == ["a-b-c", "d-e-f", "d-e-f-1"])
        #expect(DocumentTests.headings(of: "| <a id=\"A_B\"></a>`A_B` | c |") == ["A_B"])
    }

    @Test("each file that the architecture page's walks name exists")
    func walks() throws {
        let page = try Tree.package.text("ARCHITECTURE.md")
        let files = try Tree.swiftFiles.get().map { "/" + $0.path }
        for heading in ["## From a manifest's bytes to a result\n", "## One request through the gateway\n"] {
            let begin = try #require(page.range(of: heading)).upperBound
            let walk = page[begin...].prefix(upTo: page[begin...].range(of: "\n## ")?.lowerBound ?? page.endIndex)
            let names = walk.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
                .filter { $0.contains("/") && !$0.contains(" ") && !$0.contains("{") && !$0.hasPrefix("Sources/") }
            #expect(names.count > 12)
            for name in names { #expect(files.contains { $0.hasSuffix("/\(name).swift") }, "\(name)") }
        }
    }

    @Test("no changelog entry or requirement is listed twice")
    func twice() throws {
        // Detects bad merges that leave an entry in both an old and a new version.
        let entries = DocumentTests.beginnings(in: try Tree.package.text("CHANGELOG.md"))
        #expect(entries.count >= 50 && DocumentTests.twice(entries) == [])
        let tables = DocumentTests.firstCells(in: try Tree.package.text("docs/evidence/requirements.md"))
        #expect(tables.count >= 10 && tables.flatMap(DocumentTests.twice) == [])
        let old =
            "## A\n- Screens of one kind: a\n- Screens of one kind: a, b\n- Screens of ours: c\n  - Screens of one kind\n"
        #expect(DocumentTests.twice(DocumentTests.beginnings(in: old)) == ["Screens of one kind:"])
        let rows = DocumentTests.firstCells(in: "| a | b |\n|---|---|\n| c | 1 |\n| c | 2 |\n\n| c | 3 |\n")
        #expect(rows == [["a", "---", "c", "c"], ["c"]])
    }

    /// Returns the first twenty characters of each entry.
    private static func beginnings(in changelog: String) -> [String] {
        changelog.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2).prefix(20)) }
    }

    /// Returns the first cells of each table.
    private static func firstCells(in text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split { !$0.hasPrefix("|") }.map { table in
            table.compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func twice(_ words: [String]) -> [String] {
        Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys.sorted()
    }

    @Test("the documentation catalogue lists each page once")
    func catalogue() throws {
        let folder = "docs/JourneyKit.docc"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Tree.package.root.appendingPathComponent(folder).path
        ).filter { $0.hasSuffix(".md") && $0 != "JourneyKit.md" }.map { String($0.dropLast(3)) }
        let names = try Tree.package.text("\(folder)/JourneyKit.md").matches(of: /- <doc:(\w+)>/).map {
            String($0.output.1)
        }
        #expect(names.sorted() == (files + ["Tutorials"]).sorted())
        #expect(files.count >= 10)
        let tutorial = try Tree.package.text("\(folder)/AddingAJourney.tutorial")
        let samples = Set(tutorial.matches(of: /file: "([^"]+)"/).map { String($0.output.1) })
        let resources = try FileManager.default.contentsOfDirectory(
            atPath: Tree.package.root.appendingPathComponent("\(folder)/Resources").path)
        #expect(samples.subtracting(resources) == [] && !samples.isEmpty)
    }

    @Test("every make target that a page names exists")
    func targets() throws {
        let makefile = try Tree.package.text("Makefile")
        let known = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.output.1) })
        var missing: [String] = []
        for (path, text) in try documents() {
            for match in text.matches(of: /(?m)(?:`|^)make ([a-z-]+)/) where !known.contains(String(match.output.1)) {
                missing.append("\(path): make \(match.output.1)")
            }
        }
        #expect(missing == [] && known.contains("docs"))
    }

    @Test("make help lists each target, and the demo stays the default")
    func help() throws {
        let makefile = try Tree.package.text("Makefile")
        let targets = makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.output.1) }
        let told = makefile.matches(of: /(?m)^([a-z-]+): ## [a-z].{10,80}$/).map { String($0.output.1) }
        let phony = try #require(makefile.firstMatch(of: /(?m)^\.PHONY: (.+)$/)).output.1.split(separator: " ").map(
            String.init)
        #expect(told == targets && phony == targets && targets.first == "help")
        #expect(makefile.contains("\n.DEFAULT_GOAL := demo\n"))
    }

    @Test("every document that a source file names is there")
    func named() throws {
        var missing: Set<String> = []
        for file in try Tree.swiftFiles.get() {
            for match in try Tree.package.text("Sources/" + file.path).matches(of: /docs\/[a-z0-9\/-]+\.md/) {
                if !DocumentTests.exists(String(match.output)) { missing.insert("\(file.path): \(match.output)") }
            }
        }
        #expect(missing == [])
    }

    @Test(
        "the example in the README and the partner API page is the compiled one",
        arguments: ["README.md", "docs/reference/partner-api.md"])
    func example(page: String) throws {
        let text = try Tree.package.text(page)
        let block = try #require(text.firstMatch(of: /```swift\n((?s:.*?))```/)).output.1
        let compiled = try Tree.package.text("Tests/HSBCPartnerSDKTests/ReadmeExample.swift")
        let indented = block.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        #expect(!indented.isEmpty && compiled.contains(indented))
    }

    /// Returns the links with a fragment: the file, empty for the page itself, and the heading.
    private static func anchors(in text: String) -> [(target: String, anchor: String)] {
        text.matches(of: /\]\(([^)#\s]*)#([^)\s]+)\)/).map { (String($0.output.1), String($0.output.2)) }
            .filter { !$0.0.contains("://") }
    }

    /// Returns the fragments of a page's headings, in the form of code hosts.
    private static func headings(of text: String) -> Set<String> {
        var found: [String: Int] = [:]
        var all: Set<String> = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, let title = line.wholeMatch(of: /#{1,6} (.+)/)?.output.1 else { continue }
            let plain = title.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
            let slug = String(
                plain.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map {
                    $0 == " " ? "-" : $0
                })
            let count = found[slug, default: 0]
            found[slug] = count + 1
            all.insert(count == 0 ? slug : "\(slug)-\(count)")
        }
        // Places in tables that pages name themselves.
        return all.union(text.matches(of: /<a id="([^"]+)"><\/a>/).map { String($0.output.1) })
    }

    /// The path without `..`, as the package's files are named.
    private static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Tree.package.root.appendingPathComponent(path).path)
    }

    /// Returns the targets of links and images inside the package, without their fragments.
    private static func links(in text: String) -> [String] {
        text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.output.1) }.filter {
            !$0.contains("://") && !$0.hasPrefix("doc:")
        }
    }
}
