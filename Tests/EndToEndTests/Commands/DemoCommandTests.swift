import Foundation
import Glibc
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices
import Testing

/// The demo as a user starts it: real processes, a real web engine, a real database.
@Suite("journey demo", .serialized)
struct DemoCommandTests {
    @Test("the demo ends with status 0 and one transfer, leaves its trace, and no process")
    func demo() async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(["demo", "money-transfer", "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        let result = try JSONReader.read(Array(text.utf8))
        #expect(result["good"] == true)
        #expect(programs.leftovers == [])

        let records = try await Bank(.file(output + "/bank.sqlite")).records()
        #expect(records.count == 1)
        #expect(records.first?.balance == 0)
        #expect(records.first?.payee == "Amelia Stone")
        // The approval has three screenshots: the content, the same while the prompt is due, and the prompt.
        let steps = [
            "01-intro", "02-recipient", "03-amount", "04-review", "05-biometric", "06-biometric", "07-biometric",
            "08-completed",
        ]
        for step in steps {
            let picture = try #require(FileManager.default.contents(atPath: "\(output)/\(step).png"), "\(step)")
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(Array(picture[16..<24]) == [0, 0, 1, 134, 0, 0, 3, 76], "390 by 844")
        }
        let timeline = try JSONReader.read(
            Array(try #require(FileManager.default.contents(atPath: output + "/timeline.json")).dropLast()))
        #expect(timeline.array?.count { $0["event"] == "result" } == 1)
        let report = try String(contentsOfFile: output + "/trace.html", encoding: .utf8)
        #expect(report.contains("Everything held"))
        #expect(report.components(separatedBy: "data:image/png").count == steps.count + 1)
        #expect(records.first.map { report.contains($0.reference) } == true)
    }

    @Test(
        "an account is opened, held, opened after a question, opened by a run that was killed, and opened in two more languages",
        arguments: [
            ("opened", "en-GB", 6), ("hold", "en-GB", 6), ("more-info", "en-GB", 7), ("resume", "en-GB", 6),
            ("opened", "ar", 6), ("opened", "bn", 6),
        ])
    func accountOpening(branch: String, locale: String, pictures: Int) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(
            ["demo", "account-opening", "--branch", branch, "--locale", locale, "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        let result = try JSONReader.read(Array(text.utf8))
        #expect(result["good"] == true && result["branch"] == .string(branch))
        let records = try await Bank(.file(output + "/bank.sqlite")).applicationRecords()
        #expect(records.map(\.status) == [branch == "hold" ? "COMPLIANCE_HOLD" : "OPENED"])
        let shots = try FileManager.default.contentsOfDirectory(atPath: output).filter { $0.hasSuffix(".png") }
        #expect(shots.count == pictures, "\(shots)")
        // No input occurs in the events that a demo leaves behind.
        let timeline = try String(contentsOfFile: output + "/timeline.json", encoding: .utf8)
        for secret in ["Ellis", "Halloran", "rowan@example.com", "Quay Street", "iVBORw0"] {
            #expect(!timeline.contains(secret))
        }
        #expect(programs.leftovers == [])
    }

    @Test("money is sent on pages in Bengali and in Arabic", arguments: ["bn", "ar"])
    func otherLanguages(locale: String) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(["demo", "--locale", locale, "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        #expect(try await Bank(.file(output + "/bank.sqlite")).records().map(\.status) == ["COMPLETED"])
        #expect(programs.leftovers == [])
    }

    @Test("an unknown branch is reported with the available ones")
    func unknownBranch() async throws {
        let programs = try Programs()
        let (status, _) = try await programs.run(["demo", "account-opening", "--branch", "nowhere"])
        #expect(status == 2)
        #expect(programs.errors.contains("opened, hold, more-info, resume"))
    }

    @Test("an interrupted demo pays nobody and leaves no process", arguments: [SIGINT, SIGTERM])
    func stopped(signal: Int32) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let child = try programs.start(["demo", "--color", "never", "-o", output])
        for await line in child.lines where line.contains("recipient") { kill(child.id, signal) }
        #expect(await child.wait() == 1)
        #expect(programs.errors.contains("The command was interrupted."))
        #expect(programs.leftovers == [])
        #expect(try await Bank(.file(output + "/bank.sqlite")).records() == [])
    }
}
