import Foundation
import Testing

/// Presenters have no texts of their own: everything comes from the flow or from `Phrase`.
struct OwnWordsTests {
    @Test("drawing code contains no sentences", arguments: ["JourneyScreens", "JourneyWeb/Screens"])
    func drawers(folder: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Device/\(folder)")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count >= 5)
        var found: [String] = []
        for file in files {
            // Test reports, sample flows, style sheets and scripts are not presenters' texts.
            guard !["Script", "Gallery"].contains(file.deletingLastPathComponent().lastPathComponent) else { continue }
            guard !["ScreenStyle.swift", "ScreenAnswer.swift"].contains(file.lastPathComponent) else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for sentence in Self.sentences(in: text) { found.append("\(file.lastPathComponent): \(sentence)") }
        }
        #expect(found == [])
    }

    @Test("the search finds sentences and nothing else")
    func search() {
        let text = """
            // "Please wait here" is a comment.
            let one = "Please wait"; let two = "<p class=\\"x\\">Enter it now</p>"; let three = "role=\\"note\\" id=\\"x\\""
            let four = "Bundle.module"; let five = "\\(label) \\(language.clock(left))"; let six = "Cancel"
            """
        #expect(Self.sentences(in: text) == ["Please wait", "Enter it now", "Cancel"])
    }

    /// Returns the literals of `text` that a user would read: a capital followed by lower-case letters, outside markup.
    private static func sentences(in text: String) -> [String] {
        var found: [String] = []
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            var code = String(line).replacingOccurrences(
                of: #"\\\(([^()]|\([^()]*\))*\)"#, with: "", options: .regularExpression)
            code = code.replacingOccurrences(of: #"<[^>]*>"#, with: "|", options: .regularExpression)
            code = code.replacingOccurrences(of: #"[a-z-]+=\\"[^"]*\\""#, with: "", options: .regularExpression)
            let pattern = #/["|]([A-Z][a-z]+( [A-Za-z]+)*)[.!?]?["|]/#
            found += code.matches(of: pattern).map { String($0.output.1) }
        }
        return found
    }
}
