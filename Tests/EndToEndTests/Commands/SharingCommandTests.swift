import Foundation
import Glibc
import JourneyBase
import JourneyHarness
import Testing

/// A holder's process and a reader's process, as two users start them.
@Suite("journey mdoc present and read, in two processes", .serialized, .timeLimit(.minutes(10)))
struct SharingCommandTests {
    /// Creates a folder with a proof of age, an authority and a profile.
    private func prepare() async throws -> Programs {
        let programs = try Programs()
        for (name, text) in [
            ("age.json", #"{"age_over_18": true, "age_over_65": false}"#),
            (
                "profile.json",
                #"{"name": "age", "documents": [{"docType": "eu.europa.ec.av.1", "elements": ["age_over_18"]}]}"#
            ),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(programs.folder)/\(name)"))
        }
        let (status, _) = try await programs.run([
            "mdoc", "issue", programs.folder + "/age.json", "-t", "av", "-a", programs.folder + "/office",
            "--new-authority", "Utopia", "-o", programs.folder + "/age.hex",
        ])
        #expect(status == 0, "\(programs.errors)")
        return programs
    }

    private func last(_ lines: [String]) -> JSONValue? {
        lines.last.flatMap { try? JSONReader.read(Array($0.utf8), limits: JSONLimits(bytes: 8 << 20)) }
    }

    /// Runs both commands; the reader gets the picture of the code.
    private func meet(
        _ programs: Programs, consent: String, radio: [String], documents: [String]? = nil
    ) async throws -> (holder: (status: Int32, result: JSONValue?), reader: (status: Int32, result: JSONValue?)) {
        let folder = programs.folder
        let holder = try programs.start(
            ["mdoc", "present"] + (documents ?? [folder + "/age.hex"])
                + ["--consent", consent, "--png", folder + "/code.png", "--json"] + radio)
        var lines: [String] = []
        var reading: Task<(Int32, String), any Error>?
        for await line in holder.lines {
            lines.append(line)
            guard line.contains("\"code\""), reading == nil else { continue }
            reading = Task {
                try await programs.run(
                    [
                        "mdoc", "read", folder + "/code.png", "--request", folder + "/profile.json", "--trust",
                        folder + "/office/iaca.pem", "--json",
                    ] + radio)
            }
        }
        let status = await holder.wait()
        let (read, output) = try await reading?.value ?? (1, "")
        let result = last(output.split(separator: "\n").map(String.init))
        return ((status, last(lines)), (read, result))
    }

    @Test("an age is read from the code's picture, verified or denied, with both statuses")
    func link() async throws {
        let programs = try await prepare()
        let radio = ["--air", programs.folder + "/air"]
        let shown = try await meet(programs, consent: "all", radio: radio)
        #expect(shown.holder.status == 0 && shown.reader.status == 0, "\(shown) \(programs.errors)")
        #expect(shown.reader.result?["ages"]?["18"] == true)
        let denied = try await meet(programs, consent: "none", radio: radio)
        #expect(denied.holder.status == 3 && denied.reader.status == 3, "\(denied) \(programs.errors)")
        #expect(denied.reader.result?["outcome"] == "declined")
        #expect(programs.leftovers == [])
    }

    @Test(
        "sharing works over a Bluetooth stack on a virtual medium and leaves no process",
        .enabled(if: RadioServices.python != nil, "\(RadioServices.missing)"))
    func bumble() async throws {
        let programs = try await prepare()
        let shown = try await meet(
            programs, consent: "all", radio: ["--radio", "bumble", "--air", programs.folder + "/air"])
        #expect(shown.holder.status == 0 && shown.reader.status == 0, "\(shown) \(programs.errors)")
        #expect(shown.reader.result?["outcome"] == "verified")
        #expect(programs.leftovers == [])
    }

    @Test(
        "an interrupted holder says so with status 1 and leaves no process or socket",
        arguments: [SIGINT, SIGTERM])
    func stopped(signal: Int32) async throws {
        let programs = try await prepare()
        let holder = try programs.start([
            "mdoc", "present", programs.folder + "/age.hex", "--consent", "all", "--json", "--air",
            programs.folder + "/air",
        ])
        var lines: [String] = []
        for await line in holder.lines {
            lines.append(line)
            if line.contains("\"code\"") { kill(holder.id, signal) }
        }
        #expect(await holder.wait() == 1)
        #expect(last(lines)?["reason"] == "person")
        #expect(!FileManager.default.fileExists(atPath: programs.folder + "/air"))
        #expect(programs.leftovers == [])
    }

    @Test(
        "stored copies have one owner process, which may be killed, and each copy is shown once"
    )
    func oneOwner() async throws {
        let programs = try await prepare()
        let folder = programs.folder
        let (status, _) = try await programs.run([
            "mdoc", "issue", folder + "/age.json", "-t", "av", "-a", folder + "/office", "-n", "2", "-o",
            folder + "/batch.hex",
        ])
        #expect(status == 0, "\(programs.errors)")
        func present(_ documents: [String]) -> [String] {
            ["mdoc", "present", "--store", folder + "/store", "--consent", "all", "--json", "--air", folder + "/air"]
                + documents
        }
        let first = try programs.start(present(["1", "2"].map { folder + "/batch.hex." + $0 }))
        for await line in first.lines where line.contains("\"code\"") {
            let (status, text) = try await programs.run(present([]))
            #expect(status == 1 && text.contains("\"CREDENTIAL_IN_USE\""), "\(text) \(programs.errors)")
            kill(first.id, SIGKILL)
        }
        #expect(await first.wait() == 128 + SIGKILL)
        for _ in 0..<2 {
            let shown = try await meet(
                programs, consent: "all", radio: ["--air", folder + "/air"],
                documents: ["--store", folder + "/store"])
            #expect(shown.holder.status == 0 && shown.reader.status == 0, "\(shown) \(programs.errors)")
        }
        let (last, text) = try await programs.run(present([]))
        #expect(last == 2 && !text.contains("mdoc:") && text.contains("SHARING_NO_DOCUMENT"), "\(text)")
        #expect(programs.leftovers == [])
    }

    @Test(
        "the demo of sharing leaves its trace with pictures of both sides", arguments: ["age", "identity", "denied"])
    func demo(branch: String) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(
            ["demo", "credential-sharing", "--branch", branch, "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        #expect(try JSONReader.read(Array(text.utf8))["good"] == true, "\(text)")
        let shots = try FileManager.default.contentsOfDirectory(atPath: output).filter { $0.hasSuffix(".png") }
        for screen in ["sharing-code", "sharing-consent", "reading-connecting"] {
            #expect(shots.contains { $0.hasSuffix("-\(screen).png") }, "\(shots)")
        }
        let report = try String(contentsOfFile: output + "/trace.html", encoding: .utf8)
        #expect(report.contains("Everything held"))
        #expect(programs.leftovers == [])
    }
}
