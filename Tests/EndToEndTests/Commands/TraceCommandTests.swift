import Foundation
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyTrace
import Testing

@Suite("journey trace", .serialized)
struct TraceCommandTests {
    /// Runs the shipped transfer with a trace, and returns its file.
    private func traced(_ programs: Programs, _ name: String, change: [String] = []) async throws -> String {
        let file = "\(programs.folder)/\(name).zip"
        let (status, output) = try await programs.run(
            [
                "run", "money-transfer", "--autopilot", SandboxJourneys.autopilot(for: "money-transfer"), "--headless",
                "--trace",
                file,
            ] + change)
        #expect(status == 0, "\(output)\n\(programs.errors)")
        return file
    }

    @Test(
        "two runs of a transfer have the same decisions; the page shows the payment and its guards, and no credential")
    func transfer() async throws {
        let programs = try Programs()
        let one = try await traced(programs, "one")
        let two = try await traced(programs, "two")
        let trace = try TraceReader.read(one)
        #expect(trace.header.journey?.id == "money-transfer" && trace.header.outcome == "completed")
        #expect(trace.header.journey?.manifest.count == 64)
        #expect(trace.lines.contains { $0.kind == "guard" && $0.members["paths"]?.array?.isEmpty == false })
        // Without --shots, the pictures are in the trace only.
        #expect(trace.lines.filter { $0.kind == "picture" }.count >= 8)
        #expect(trace.lines.filter { $0.kind == "dom" }.count >= 8)
        let exchanges = trace.lines.filter { $0.kind == "exchange" }
        #expect(exchanges.contains { $0.text("operation") == "createTransfer" })
        #expect(
            exchanges.contains {
                $0.text("operation") == "manifest" && $0.members["response"]?["body"]?["sha256"] != nil
            })
        for exchange in exchanges {
            let headers = exchange.members["request"]?["headers"]?.object ?? [:]
            #expect(headers["Authorization"] == nil || headers["Authorization"] == "•••")
        }
        let (shown, output) = try await programs.run(["trace", "show", one, "--json"])
        #expect(shown == 0)
        let page = try #require(try JSONReader.read(Array(output.utf8))["page"]?.string)
        #expect(page == "\(programs.folder)/one.html")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("createTransfer") && html.contains("data:image/png"))
        let (status, text) = try await programs.run(["trace", "diff", one, two, "--json"])
        let diff = try JSONReader.read(Array(text.utf8))
        #expect(diff["decision"] == .null, "\(text)")
        #expect(status == (diff["same"] == true ? 0 : 1))
        #expect(programs.leftovers == [])
    }

    @Test("a run that fails leaves its trace, with the reason and what the page said")
    func failed() async throws {
        let programs = try Programs()
        let script = programs.folder + "/person.json"
        let steps: JSONValue = ["steps": [["step": "intro", "do": [["press": "#nowhere"]]]]]
        try Data(steps.compactBytes).write(to: URL(fileURLWithPath: script))
        let file = programs.folder + "/failed.zip"
        let (status, _) = try await programs.run(
            ["run", "money-transfer", "--autopilot", script, "--patience", "2", "--headless", "--trace", file])
        #expect(status != 0)
        let trace = try TraceReader.read(file)
        #expect(
            trace.lines.last { $0.text("name") == "error" }?.members["attributes"]?["message"]?.string?.contains(
                "#nowhere") == true)
        #expect(trace.lines.contains { $0.kind == "timeline" && $0.text("name") == "page" })
        #expect(try await programs.run(["trace", "show", file]).status == 0)
    }

    @Test("a file that is no trace is refused with its code, and a missing one too")
    func refused() async throws {
        let programs = try Programs()
        let file = programs.folder + "/not.zip"
        try Data("PK\u{3}\u{4}".utf8).write(to: URL(fileURLWithPath: file))
        for (name, code) in [(file, "TRACE_INVALID"), (programs.folder + "/none.zip", "FILE_MISSING")] {
            let (status, output) = try await programs.run(["trace", "show", name, "--json"])
            #expect(status == 2 && (output + programs.errors).contains(code), "\(output)")
            #expect(!FileManager.default.fileExists(atPath: programs.folder + "/not.html"))
        }
    }
}
