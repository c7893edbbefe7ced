import Foundation
import JourneyBase
import JourneyHarness
import Testing

/// The commands of passes as a person starts them: real processes, the real engine, the sandbox in another process.
@Suite("journey pass and wallet", .serialized, .timeLimit(.minutes(5)))
struct PassCommandTests {
    @Test("a template, a certificate and a pass whose picture another program's reader reads")
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
