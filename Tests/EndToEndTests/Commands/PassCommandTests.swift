import Foundation
import JourneyBase
import JourneyHarness
import Testing

/// The pass commands as a user starts them: real processes, the real engine, the sandbox in another process.
@Suite("journey pass and wallet", .serialized, .timeLimit(.minutes(10)))
struct PassCommandTests {
    @Test(
        "provisioning runs unattended, in several processes, and leaves its trace with the pass as a picture",
        arguments: [("added", ["01-pass.png", "02-changed.png"]), ("unknown", [])])
    func demo(branch: String, pictures: [String]) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(["demo", "wallet-pass", "--branch", branch, "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        let result = try JSONReader.read(Array(text.utf8))
        #expect(result["good"] == true && result["flow"] == "wallet-pass" && result["branch"] == .string(branch))
        let files = try FileManager.default.contentsOfDirectory(atPath: output)
        #expect(files.filter { $0.hasSuffix(".png") }.sorted() == pictures)
        var seen: [Data] = []
        for name in pictures {
            let picture = try #require(FileManager.default.contents(atPath: "\(output)/\(name)"))
            // 415 points, two pixels each.
            #expect(Array(picture[16..<20]) == [0, 0, 3, 62])
            seen.append(picture)
        }
        #expect(Set(seen).count == pictures.count, "the new seat is seen")
        let report = try String(contentsOfFile: output + "/trace.html", encoding: .utf8)
        #expect(report.contains("Everything held"))
        #expect(report.components(separatedBy: "data:image/png").count == pictures.count + 1)
        #expect(programs.leftovers == [])
    }

    @Test("a pass built from a template and certificate has a picture that another decoder reads")
    func picture() async throws {
        let programs = try Programs()
        let folder = programs.folder
        func run(_ words: String...) async throws -> JSONValue {
            let (status, text) = try await programs.run(words + ["--json"])
            #expect(status == 0, "\(text)\n\(programs.errors)")
            return try JSONReader.read(Array(text.utf8))
        }
        let template = folder + "/ticket"
        _ = try await run("pass", "new", template, "--style", "eventTicket")
        _ = try await run("dev", "certs", "--pass-type", "pass.com.example.ticket", "--state", folder + "/dev")
        _ = try await run("pass", "build", template, "--state", folder + "/dev")
        let shown = try await run(
            "pass", "show", template + ".pkpass", "--state", folder + "/dev", "--picture", template + ".png")
        #expect(shown["passes"]?.array?.first?["believed"] == true)
        let read = await Tool.run("zbarimg", ["-q", "--raw", template + ".png"])
        #expect(read.output.trimmingCharacters(in: .whitespacesAndNewlines) == "JK-0001-7F3A", "\(read)")
    }
}
