import Foundation
import Testing

@Suite("Commands on documentation pages")
struct DocumentedCommandTests {
    /// The lines of shell blocks that call `journey`, by page: without what follows a comment mark.
    static func lines(in text: String) -> [[String]] {
        var isShell = false
        var found: [[String]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isShell = line == "```sh"
                continue
            }
            guard isShell else { continue }
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            if ["./journey", "journey"].contains(words.first ?? "") { found.append(Array(words.dropFirst())) }
        }
        return found
    }

    /// The README and all pages below `docs`, by path in the package.
    private static func pages() throws -> [String] {
        let docs = try FileManager.default.subpathsOfDirectory(atPath: Programs.root.path + "/docs")
        return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Programs.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("each command on a page exists with its options")
    func there() async throws {
        let programs = try Programs()
        var helps: [String: String] = [:]
        var all: [(page: String, words: [String])] = []
        for page in try DocumentedCommandTests.pages() {
            let text = try DocumentedCommandTests.text(page)
            all += DocumentedCommandTests.lines(in: text).map { (page, $0) }
        }
        let script = "docs/JourneyKit.docc/Resources/order-6-commands.sh"
        let text = try DocumentedCommandTests.text(script)
        all += DocumentedCommandTests.lines(in: "```sh\n\(text)\n```").map { (script, $0) }
        for (page, words) in all {
            // A command's words come first, and are plain; its help is the same with plain arguments after them.
            let command = Array(
                words.prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-") })
            let key = command.joined(separator: " ")
            if helps[key] == nil {
                let help = try await programs.run(command + ["--help"])
                #expect(help.status == 0, "\(page): journey \(key)")
                helps[key] = help.output
            }
            for option in words.filter({ $0.hasPrefix("--") }) {
                #expect(helps[key]?.contains(option) == true, "\(page): journey \(key) \(option)")
            }
        }
        #expect(all.count >= 20)
        let wrong = try await programs.run(["nonsense", "--help"])
        #expect(wrong.status != 0)
    }

    @Test("the table of commands is complete and exact")
    func table() async throws {
        let help = try await Programs().run(["--help"])
        let commands = try #require(help.output.split(separator: "Options\n").first)
        let known = commands.matches(of: /(?m)^\s{2}([a-z]+)\s{2}/).map { String($0.output.1) }
        let page = try DocumentedCommandTests.text("docs/reference/commands.md")
        let listed = page.matches(of: /(?m)^\| `journey ([a-z]+)` \|/).map { String($0.output.1) }
        #expect(known.count >= 20 && listed.sorted() == known.sorted())
    }
}

@Suite("The pages that are followed by pasting", .serialized)
struct PastedPageTests {
    @Test(
        "each task page's commands run in an empty folder",
        arguments: try FileManager.default.contentsOfDirectory(atPath: Programs.root.path + "/docs/guides")
            .filter { $0.hasSuffix(".md") }.sorted().map { "docs/guides/\($0)" }
            + ["README.md", "docs/JourneyKit.docc/GettingStarted.md", "docs/JourneyKit.docc/SandboxGuide.md"])
    func pasted(page: String) async throws {
        let programs = try Programs()
        let ran = try await programs.paste(page)
        #expect(ran.status == 0, "\(programs.errors)")
        #expect(ran.output.contains("\(page): ") && programs.leftovers == [])
    }

    @Test("a failing block is named with its line, and a mark without a reason is refused")
    func failing() async throws {
        let programs = try Programs()
        let page = programs.folder + "/page.md"
        try Data("# A\n\n```sh\ntrue\n```\n\n```sh\nfalse\n```\n".utf8).write(to: URL(fileURLWithPath: page))
        #expect(try await programs.paste(page).status == 1)
        #expect(programs.errors.contains("page.md:7: the block ended with status 1"), "\(programs.errors)")
        try Data("# A\n\n<!-- not run: -->\n```sh\nfalse\n```\n".utf8).write(to: URL(fileURLWithPath: page))
        #expect(try await programs.paste(page).status == 2)
    }
}
