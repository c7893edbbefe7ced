import Testing

/// Checks that inside a module, too, higher folders use lower ones and not vice versa.
@Suite("The folders of a module depend on one another in one direction")
struct FolderTests {
    /// The modules whose folders still have cycles. A module leaves this table once it has none.
    static let unordered: Set<String> = ["journey"]

    @Test("no folder depends on itself through others, except in the listed modules")
    func circles() throws {
        let modules = Dictionary(grouping: try Tree.swiftFiles.get(), by: \.module)
        #expect(modules.count > 20 && FolderTests.unordered.isSubset(of: modules.keys))
        for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
            let circle = FolderGraph(files).circle
            if FolderTests.unordered.contains(module) {
                #expect(!circle.isEmpty, "\(module) is in order: take it out of the table.")
            } else {
                #expect(circle == [], "The folders of \(module) use one another in a circle.")
            }
        }
    }

    private func circle(_ texts: [String: String]) -> [String] {
        FolderGraph(
            texts.sorted { $0.key < $1.key }.map { SourceFile(path: "Systems/Card/\($0.key).swift", text: $0.value) }
        ).circle
    }

    @Test("a cycle is reported with the uses that cause it, the shortest one")
    func found() {
        let low = "public struct Low { var top: Top? }"
        #expect(
            circle([
                "A/Low": low, "B/Middle": "final class Middle { let low: Low }", "C/Top": "enum Top { case x(Middle) }",
            ])
                == [
                    "A uses C: Top in Systems/Card/A/Low.swift", "C uses B: Middle in Systems/Card/C/Top.swift",
                    "B uses A: Low in Systems/Card/B/Middle.swift",
                ])
        #expect(
            circle(["A/Low": low, "Top": "struct Top {}\nextension Low {}"]).count == 2, "files beside the folders")
        #expect(circle(["A/Low": low, "B/Deep/Top": "struct Top { let x: [Low.Part] }"]).count == 2, "deeper folders")
    }

    @Test(
        "a mention that is not a use of another folder's type causes no cycle",
        arguments: [
            "struct Top {}", "struct Top { let x = other.Low }", "struct Top { struct Low {}\n let low: Low }",
            "struct Top {} // Low", "struct Top { let x = \"Low\" }", "struct Top { var Lower: Int }",
            "private struct Low {}\nstruct Top { fileprivate let low: Low }",
        ])
    func nearMisses(text: String) {
        #expect(circle(["A/Low": "struct Low { let top: Top }", "B/Top": text]) == [])
    }

    @Test("types hidden from the module belong to their file")
    func hidden() {
        for hidden in ["private struct Top {}", "fileprivate final class Top {}", "struct X {\n    struct Top {}\n}"] {
            #expect(circle(["A/Low": "struct Low { let top: Top }", "B/Top": hidden + "\nextension Low {}"]) == [])
        }
    }
}
