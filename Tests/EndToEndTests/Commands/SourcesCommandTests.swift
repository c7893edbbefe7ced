import Foundation
import JourneyBase
import JourneyHarness
import Testing

/// Drafts whose pages are sources, checked by the TypeScript compiler, built by esbuild, and run in the real engine.
@Suite("journey new with sources", .serialized)
struct SourcesCommandTests {
    /// Debian's modules of Node.js.
    private static let modules = "/usr/share/nodejs"
    private static let isThere = ["/usr/bin/esbuild", "/usr/bin/tsc", modules + "/react", modules + "/react-dom"]
        .allSatisfy(FileManager.default.fileExists)

    @Test(
        "of each template are right to the compiler, are built, and run to completion",
        .enabled(if: isThere, "needs Debian's esbuild, node-typescript, node-react and node-react-dom: run make test"),
        arguments: ["plain", "react"])
    func built(template: String) async throws {
        let programs = try Programs()
        let folder = programs.folder + "/order"
        let made = try await programs.run(["new", "order", "--template", template, "--output", folder, "--json"])
        #expect(made.status == 0, "\(programs.errors)")
        #expect(try JSONReader.read(Array(made.output.utf8))["findings"] == [])
        // Before the build, a run says what is missing.
        let early = try await programs.run(["run", folder + "/manifest.json", "--headless", "--json"])
        #expect(early.status == 3 && (early.output + programs.errors).contains("dist is not a folder; build the pages"))

        try FileManager.default.createSymbolicLink(
            atPath: folder + "/node_modules", withDestinationPath: SourcesCommandTests.modules)
        #expect(try await shell("/usr/bin/tsc", ["-p", folder], programs) == "")
        let broken = folder + "/src/broken.ts"
        try Data("import { Journey } from \"journey-bridge\";\n(await Journey.connect()).emit(1);\n".utf8)
            .write(to: URL(fileURLWithPath: broken))
        #expect(try await shell("/usr/bin/tsc", ["-p", folder], programs).contains("broken.ts(2,32): error TS2345"))
        try FileManager.default.removeItem(atPath: broken)

        _ = try await shell("/bin/sh", [folder + "/build.sh"], programs)
        let script = try String(contentsOfFile: folder + "/dist/assets/main.js", encoding: .utf8)
        #expect(script.contains("react") == (template == "react") || template == "plain")
        let ran = try await programs.run([
            "run", folder + "/manifest.json", "--autopilot", folder + "/autopilot.json", "--patience", "60", "--json",
        ])
        let events = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        let host = events.last { $0.name == "host" }?.attributes
        #expect(ran.status == 0 && host?["outcome"] == "completed", "\(programs.errors)\(ran.output)")
        #expect(host?["payload"]?["reference"] == "ORD-1001")
        let faults = events.filter {
            $0.name == "page" && ["error", "rejection", "violation"].contains($0.text("kind") ?? "")
        }
        #expect(faults.isEmpty, "\(faults.map(\.attributes))")
    }

    /// Runs a program and returns what it prints.
    private func shell(_ program: String, _ arguments: [String], _ programs: Programs) async throws -> String {
        let process = try ChildProcess(program, arguments, log: programs.folder + "/errors.log")
        process.closeInput()
        var lines: [String] = []
        for await line in process.lines { lines.append(line) }
        _ = await process.wait()
        return lines.joined(separator: "\n")
    }

    @Test("a template of pages goes with an author's document, one of documents doesn't")
    func document() async throws {
        let programs = try Programs()
        let made = try await programs.run(["new", "order", "--output", programs.folder + "/first"])
        #expect(made.status == 0)
        let document = programs.folder + "/first/openapi.json"
        let refused = try await programs.run([
            "new", "x", "--openapi", document, "--template", "details", "--output", programs.folder + "/x",
        ])
        #expect(refused.status == 2 && programs.errors.contains("--openapi and --template details cannot be combined"))
        let drafted = try await programs.run([
            "new", "x", "--openapi", document, "--operation", "createOrder", "--template", "plain", "--output",
            programs.folder + "/x",
        ])
        #expect(drafted.status == 0, "\(programs.errors)")
        let steps = try String(contentsOfFile: programs.folder + "/x/src/steps.ts", encoding: .utf8)
        #expect(steps.contains("\"createOrder\": {") && !steps.contains("getOffer"))
    }
}
