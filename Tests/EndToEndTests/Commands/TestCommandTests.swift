import Foundation
import JourneyBase
import JourneyHarness
import TestSupport
import Testing

@Suite("Scenarios on the command line", .serialized)
struct TestCommandTests {
    private let programs: Programs

    init() throws { programs = try Programs() }

    private func path(_ name: String) -> String { programs.folder + "/" + name }

    /// Drafts a journey from the built-in document into the folder `order`.
    private func draft() async throws {
        let (status, _) = try await programs.run(["new", "order", "-o", path("order")])
        try #require(status == 0, "\(programs.errors)")
    }

    private func write(_ file: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path(file))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test("the shipped scenarios pass and cover everything", arguments: ["money-transfer", "account-opening"])
    func shipped(name: String) async throws {
        let (status, output) = try await programs.run(["test", name, "--json", "--min-coverage", "100"])
        let report = try JSONReader.read(Array(output.utf8))
        #expect(status == 0 && report["failed"] == 0, "\(programs.errors)")
        #expect(report["coverage"]?["percent"] == 100 && report["coverage"]?["missed"] == [])
        #expect((report["scenarios"]?.array?.count ?? 0) > 50)
    }

    private static let wrong = #"{"name":"A <name> & \"more\"","events":[{"expect":{"step":"elsewhere"}}]}"#

    @Test("a scenario that fails says what differs, and the picture what was not taken")
    func failing() async throws {
        try await draft()
        try write("order/scenarios/wrong.json", Self.wrong)
        let (status, output) = try await programs.run([
            "test", path("order"), "--graph", path("graph.svg"), "--color", "never",
        ])
        #expect(status == 3, "\(programs.errors)")
        #expect(output.contains("failed  A <name> & \"more\"") && output.contains("- \"elsewhere\""), "\(output)")
        let trace = try #require(output.firstMatch(of: /journey trace show (\S+)/)?.1)
        let shown = try await programs.run(["trace", "show", String(trace), "--out", path("trace.html")])
        #expect(shown.status == 0, "\(programs.errors)")
        #expect(try String(contentsOfFile: path("trace.html"), encoding: .utf8).contains("A &lt;name&gt;"))
        #expect(output.contains("passed  events") && output.contains("1 passed, 1 failed"))
        #expect(try String(contentsOfFile: path("graph.svg"), encoding: .utf8).contains("not taken"))
    }

    @Test(
        "the JUnit report is valid by the schema of Jenkins",
        .enabled(if: Vectors.has("studio/junit-10.xsd"), Comment(rawValue: Vectors.missing)))
    func junit() async throws {
        try await draft()
        try write("order/scenarios/wrong.json", Self.wrong)
        let (status, _) = try await programs.run(["test", path("order"), "--junit", path("report.xml")])
        #expect(status == 3)
        let lint = try ChildProcess(
            "/usr/bin/xmllint",
            ["--nonet", "--noout", "--schema", Vectors.path("studio/junit-10.xsd"), path("report.xml")],
            log: path("xmllint.log"))
        #expect(await lint.wait() == 0, "\((try? String(contentsOfFile: path("xmllint.log"), encoding: .utf8)) ?? "")")
        let report = try String(contentsOfFile: path("report.xml"), encoding: .utf8)
        #expect(
            report.contains("tests=\"2\" failures=\"1\"") && report.contains("A &lt;name&gt; &amp; &quot;more&quot;"))
    }

    @Test("scenarios in YAML are played, chosen by name, and held to the coverage that is asked for")
    func yaml() async throws {
        try await draft()
        try write(
            "order/scenarios/close.yaml",
            """
            name: the person leaves
            events:
              - close: true
              - expect: { outcome: cancelled }
            """)
        let chosen = try await programs.run(["test", path("order"), "--filter", "leaves", "--color", "never"])
        #expect(chosen.status == 0 && chosen.output.contains("1 passed, 0 failed"), "\(programs.errors)")
        let held = try await programs.run(["test", path("order"), "--filter", "leaves", "--min-coverage", "99"])
        #expect(held.status == 3 && programs.errors.contains("--min-coverage demands 99 %"))
        let none = try await programs.run(["test", path("order"), "--filter", "nobody"])
        #expect(none.status == 2 && programs.errors.contains("SCENARIO_MISSING"))
    }

    @Test("scenarios of a draft are generated, pass, and reach more than its own script")
    func generated() async throws {
        try await draft()
        func percent(_ arguments: [String]) async throws -> Int64 {
            let (status, output) = try await programs.run(["test", path("order"), "--json"] + arguments)
            #expect(status == 0, "\(programs.errors) \(output.prefix(2_000))")
            return try JSONReader.read(Array(output.utf8))["coverage"]?["percent"]?.int64 ?? 0
        }
        let before = try await percent([])
        let after = try await percent(["--generate"])
        #expect(after > before && after > 80)
    }

    /// Files that are refused, with the code.
    static let refused: [(name: String, text: String, code: String)] = [
        ("bad.json", #"{"events":[{"expect":{"setp":"a"}}]}"#, "SCRIPT_INVALID"),
        ("bad.json", "{", "SCRIPT_INVALID"), ("bad.yaml", "events: [*a]", "SCRIPT_INVALID"),
        ("bad.json", #"{"events":["# + String(repeating: "[", count: 2_000), "SCRIPT_INVALID"),
        ("bad.json", String(repeating: " ", count: (1 << 20) + 1), "FILE_TOO_LARGE"),
    ]

    @Test("a file that is no scenario is refused, and so is a link that leaves the folder", arguments: refused.indices)
    func refusal(index: Int) async throws {
        let row = Self.refused[index]
        try await draft()
        try write("order/scenarios/\(row.name)", row.text)
        let bad = try await programs.run(["test", path("order")])
        #expect(bad.status == 2 && programs.errors.contains(row.code), "\(programs.errors)")
        try FileManager.default.removeItem(atPath: path("order/scenarios/\(row.name)"))
        try write("outside.json", #"{"events":[]}"#)
        try FileManager.default.createSymbolicLink(
            atPath: path("order/scenarios/link.json"), withDestinationPath: path("outside.json"))
        let link = try await programs.run(["test", path("order")])
        #expect(link.status == 2 && programs.errors.contains("symbolic link"), "\(programs.errors)")
    }

    @Test("1,000 scenarios take less than two seconds of a quiet machine's processors")
    func fast() async throws {
        try await draft()
        let source = try String(contentsOfFile: path("order/events.json"), encoding: .utf8)
        let script = try JSONReader.read(Array(source.utf8))
        try FileManager.default.removeItem(atPath: path("order/events.json"))
        let file: JSONValue = ["scenarios": .array(Array(repeating: script, count: 1_000))]
        try write("order/scenarios/many.json", file.compactText)
        let used = try await programs.measure(["test", path("order"), "--json"])
        print("1,000 scenarios: \(used.seconds) s of the processors")
        #expect(used.status == 0)
        // Two cores.
        #expect(used.seconds < 4)
    }

    @Test("--watch plays the scenarios again when one changes")
    func watch() async throws {
        try await draft()
        let process = try programs.start(["test", path("order"), "--watch", "--color", "never"])
        func next(_ text: String) async throws {
            for await line in process.lines where line.contains(text) { return }
            Issue.record("\(text) was not printed: \(programs.errors)")
        }
        try await next("1 passed, 0 failed")
        try write("order/scenarios/close.json", #"{"events":[{"close":true},{"expect":{"outcome":"cancelled"}}]}"#)
        try await next("2 passed, 0 failed")
        try write("order/scenarios/close.json", #"{"events":[{"close":true},{"expect":{"outcome":"failed"}}]}"#)
        try await next("1 passed, 1 failed")
        await process.end()
    }
}
