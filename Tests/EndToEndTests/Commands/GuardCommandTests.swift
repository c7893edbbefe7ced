import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("journey guard and what is beside a manifest")
struct GuardCommandTests {
    private let programs: Programs

    init() throws { programs = try Programs() }

    @Test(
        "variables are JSON in place or a file, and an expression is of 1.3 unless --version says otherwise",
        arguments: [
            (["amount > 10", "--vars", #"{"amount": 12}"#], 0, "true"),
            (["l.map(n, n * 2)", "--vars", "FILE"], 0, "[2,4]"),
            (["1 + 1"], 0, "2"), (["l[0] == 1 && !(l[1] == 1)", "--vars", "FILE", "--version", "1.2"], 0, "true"),
            (["l.map(n, n)", "--vars", "FILE", "--version", "1.2"], 2, "At byte"),
            (["amount > 10", "--vars", #"{"amount": 12"#], 2, "VARS_INVALID"),
            (["1", "--vars", "none.json"], 2, "FILE_MISSING"),
            (["amount > 10", "--vars", "LIST"], 2, "VARS_INVALID"), (["amount >"], 2, "EXPRESSION_SYNTAX"),
        ])
    func values(words: [String], status: Int32, text: String) async throws {
        let files = [
            "FILE": (programs.folder + "/vars.json", #"{"l": [1, 2]}"#),
            "LIST": (programs.folder + "/list.json", "[1]"),
        ]
        for (path, content) in files.values { try Data(content.utf8).write(to: URL(fileURLWithPath: path)) }
        let result = try await programs.run(["guard"] + words.map { files[$0]?.0 ?? $0 })
        #expect(result.status == status)
        #expect((result.output + programs.errors).contains(text), "\(result.output)\(programs.errors)")
    }

    @Test("lint and prove take the OpenAPI document beside the manifest, in JSON or YAML")
    func siblings() async throws {
        let folder = programs.folder + "/order"
        #expect(try await programs.run(["new", "order", "--output", folder]).status == 0)
        let manifest = folder + "/manifest.json"
        #expect(try await programs.run(["lint", manifest]).status == 0)
        #expect(!programs.errors.contains("Calls were not checked"), "\(programs.errors)")
        // A draft has no approval of its payment, so it is explored, and refuted.
        #expect(try await programs.run(["prove", manifest]).status == 3, "\(programs.errors)")
        // JSON is YAML. The manifest pins the hash of the bundle, which a bundle made of YAML has too.
        try FileManager.default.moveItem(atPath: folder + "/openapi.json", toPath: folder + "/openapi.yaml")
        _ = try await programs.run(["lint", manifest])
        #expect(!programs.errors.contains("Calls were not checked"), "\(programs.errors)")
        try FileManager.default.removeItem(atPath: folder + "/openapi.yaml")
        #expect(try await programs.run(["lint", manifest]).status == 0)
        #expect(programs.errors.contains("Calls were not checked"), "\(programs.errors)")
        #expect(try await programs.run(["prove", manifest]).status == 2)
        #expect(programs.errors.contains("openapi.json"), "\(programs.errors)")
    }
}
