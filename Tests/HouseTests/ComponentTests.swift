import Foundation
import Testing

/// The components of each drawer, as docs/reference/screens.md lists them.
struct ComponentTests {
    private struct Row {
        var names: [String]
        var page, view, terminal: String
    }

    private static func source(_ folder: String) throws -> String {
        let root = Tree.package.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    private static func rows() throws -> [Row] {
        let page = try String(
            contentsOf: Tree.package.root.appending(path: "docs/reference/screens.md"), encoding: .utf8)
        let table = page.split(separator: "\n").drop { !$0.hasPrefix("| element | is |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        return table.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5 else { return nil }
            let names = cells[0].matches(of: /`(\w+)`/).map { String($0.output.1) }
            let codes = cells[2...].map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`.")) }
            return Row(names: names, page: codes[0], view: codes[1], terminal: codes[2])
        }
    }

    /// Returns the cases of an enum in a file, by name.
    private static func cases(_ file: String, from start: String, to end: String) throws -> Set<String> {
        let text = try String(contentsOf: Tree.package.root.appending(path: file), encoding: .utf8)
        let inside = try #require(text.range(of: start)).upperBound
        let body = text[inside...].prefix(upTo: try #require(text[inside...].range(of: end)).lowerBound)
        return Set(body.matches(of: /(?m)^\s+case (\w+)/).map { String($0.output.1) })
    }

    @Test("each block and field has one component in each renderer, and the reference lists them")
    func components() throws {
        let rows = try ComponentTests.rows()
        let screens = "Sources/Base/JourneyBase/Screens/"
        let blocks = try ComponentTests.cases(
            screens + "Screen+Block.swift", from: "enum Block", to: "public var countdown")
        let fields = try ComponentTests.cases(
            screens + "Screen+Field.swift", from: "enum Kind", to: "public var isSecret")
        #expect(blocks.count == 14 && fields.count == 7)
        #expect(Set(rows.flatMap(\.names)) == blocks.union(fields))
        let page = try ComponentTests.source("Sources/Device/JourneyWeb/Screens")
        let views = try ComponentTests.source("Sources/Device/JourneyScreens/Apple")
        let terminal = try ComponentTests.source("Sources/Device/JourneyScreens/Terminal/Drawing")
        #expect(rows.contains { $0.names.isEmpty && $0.view == "CameraFrame" })
        for row in rows {
            let marks = ["class=\"\(row.page)", "class=\\\"\(row.page)", "\"\(row.page)\""]
            // A part that only one drawer has.
            #expect(row.page == "–" || marks.contains(where: page.contains), "page: \(row.page)")
            let isView =
                row.view == "Text" || views.contains("struct \(row.view)") || views.contains("func \(row.view)(")
            #expect(isView, "SwiftUI: \(row.view)")
            #expect(
                row.terminal == "–" || terminal.contains("func \(row.terminal)("), "terminal: \(row.terminal)")
        }
    }

    @Test("each renderer draws each block separately and takes its measures from the tokens")
    func drawers() throws {
        let blocks = try ComponentTests.cases(
            "Sources/Base/JourneyBase/Screens/Screen+Block.swift", from: "enum Block", to: "public var countdown")
        for (file, start) in [
            ("Sources/Device/JourneyWeb/Screens/ScreenPage+Blocks.swift", "func block("),
            ("Sources/Device/JourneyScreens/Apple/BlockView.swift", "var body"),
            ("Sources/Device/JourneyScreens/Terminal/Drawing/BodyDrawing.swift", "func lines("),
        ] {
            let text = try String(contentsOf: Tree.package.root.appending(path: file), encoding: .utf8)
            let body = text[try #require(text.range(of: start)).upperBound...]
            let drawn = try #require(body.range(of: "switch block {")).upperBound
            let cases = body[drawn...].prefix(upTo: try #require(body[drawn...].range(of: "\n    }")).lowerBound)
            for block in blocks { #expect(cases.contains("case .\(block)("), "\(file): \(block)") }
            #expect(!cases.contains("default:"))
        }
        let style = try ComponentTests.source("Sources/Device/JourneyWeb/Screens")
        #expect(style.matches(of: /#[0-9a-f]{6}/).isEmpty, "A page's colours are the theme's.")
        let views = try ComponentTests.source("Sources/Device/JourneyScreens/Apple")
        #expect(!views.contains("Color.red") && !views.contains("Color(red: 0"))
    }
}
