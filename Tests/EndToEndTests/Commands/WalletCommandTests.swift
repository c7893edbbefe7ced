import Foundation
import Glibc
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices
import Testing

/// The wallet commands as a user starts them, with the sandbox in another process.
@Suite("journey pin, pay, transfer and card", .serialized, .timeLimit(.minutes(10)))
struct WalletCommandTests {
    private func contents(_ folder: String, _ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.sorted()
    }

    @Test(
        "each flow of the wallet runs unattended, in two processes, and leaves its trace with pictures",
        arguments: [
            ("set-pin", "set", "en", ["welcome", "code", "code", "new-pin", "new-pin"]),
            ("change-pin", "changed", "en", ["change-pin", "change-pin"]),
            ("forgot-pin", "reset", "bn", ["identity", "identity", "code", "new-pin"]),
            ("transfer", "sent", "en", ["confirm-pin", "confirm-pin"]),
            ("payment", "paid", "en", ["confirm-pin", "confirm-pin"]), ("payment", "lost", "en", ["confirm-pin"]),
            ("distributor-payment", "paid", "en", ["confirm-pin", "confirm-pin"]),
            ("qr-payment", "face", "bn", ["code"]), ("qr-payment", "plain", "en", ["code"]),
            ("qr-payment", "lost", "en", ["code"]),
            ("prepaid-card", "ordered", "en", ["confirm-pin", "confirm-pin"]),
        ])
    func demo(flow: String, branch: String, locale: String, screens: [String]) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run(
            ["demo", flow, "--branch", branch, "--locale", locale, "--json", "-o", output])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        let result = try JSONReader.read(Array(text.utf8))
        #expect(result["good"] == true && result["flow"] == .string(flow) && result["branch"] == .string(branch))
        let shots = try contents(output, ".png")
        #expect(shots == screens.enumerated().map { "0\($0 + 1)-\($1).png" }, "\(shots)")
        for shot in shots {
            let picture = try #require(FileManager.default.contents(atPath: "\(output)/\(shot)"))
            #expect(Array(picture[16..<24]) == [0, 0, 1, 134, 0, 0, 3, 76], "390 by 844")
        }
        let report = try String(contentsOfFile: output + "/trace.html", encoding: .utf8)
        #expect(report.contains("Everything held"))
        #expect(report.components(separatedBy: "data:image/png").count == screens.count + 1)
        // No input and no sent code occurs in the events and logs that a demo leaves behind.
        let timeline = try String(contentsOfFile: output + "/timeline.json", encoding: .utf8)
        let logs = try contents(output + "/logs", ".log").map {
            try String(contentsOfFile: "\(output)/logs/\($0)", encoding: .utf8)
        }
        for secret in ["86420", "24680", "13579", "Your code is"] {
            for text in [timeline] + logs { #expect(!text.contains(secret), "\(secret)") }
        }
        #expect(programs.leftovers == [])
    }

    @Test(
        "a running sandbox is found by user and script, keeps its data across a restart, and not when stopped"
    )
    func running() async throws {
        let programs = try Programs()
        let books = programs.folder + "/wallet.sqlite"
        func answers(_ text: String) throws -> String {
            let path = programs.folder + "/answers.json"
            let isMade = FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            try #require(isMade)
            return path
        }
        func serving(_ body: () async throws -> Void) async throws {
            let sandbox = try programs.start(["serve", "--wallet-database", books])
            var lines = sandbox.lines.makeAsyncIterator()
            while let line = await lines.next(), !line.hasPrefix("inbox") {}
            try await body()
            kill(sandbox.id, SIGTERM)
            #expect(await sandbox.wait() == 0)
        }
        func typed(_ words: [String], _ lines: String...) async throws -> String {
            let (status, text) = try await programs.run(words, typing: lines)
            #expect(status == 0, "\(text) \(programs.errors)")
            return text
        }
        let pin = try answers(#"{"answers": [{"screen": "confirm-pin", "values": {"pin": "24680"}}]}"#)
        let pay = ["pay", "confirm", "PAY-3", "--customer", "wallet-2", "--answers", pin]
        try await serving {
            let (status, text) = try await programs.run(pay)
            #expect(status == 0 && text.hasPrefix("Paid.\n"), "\(text) \(programs.errors)")
            // Fields first, then the number of an action.
            let sent = try await typed(["transfer", "bank-3", "100", "--customer", "wallet-2"], "24680", "1")
            #expect(sent.hasPrefix("Sent.\n"))
            let bengali = try await typed(
                ["card", "order", "CARD-CLASSIC", "Dhaka", "--customer", "wallet-2", "--lang", "bn"], "২৪৬৮০", "1")
            #expect(bengali == "আপনার কার্ডের আবেদন হয়েছে।")
        }
        try await serving {
            let (status, text) = try await programs.run(pay)
            #expect(
                status == 0 && text.hasPrefix("This was already paid. Nothing was paid again.\n"),
                "\(text) \(programs.errors)")
        }
        let (status, _) = try await programs.run(pay)
        #expect(status == 2 && programs.errors.contains("[SANDBOX_MISSING]"), "\(programs.errors)")
        #expect(try await WalletRecords(.file(books)).person("wallet-2")?.balance == 1_800_000 - 90_400 - 11_000)
        #expect(programs.leftovers == [])
    }
}
