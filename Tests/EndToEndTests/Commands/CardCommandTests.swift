import Foundation
import Glibc
import JourneyBase
import JourneyDevice
import JourneyHarness
import Testing

/// The card commands as a user starts them, with the sandbox in another process.
@Suite("journey card show, and its demo", .serialized, .timeLimit(.minutes(10)))
struct CardCommandTests {
    /// A running sandbox, as `journey serve` leaves it for other commands.
    private func serving(_ programs: Programs, _ body: () async throws -> Void) async throws {
        let sandbox = try programs.start(["serve"])
        var lines = sandbox.lines.makeAsyncIterator()
        while let line = await lines.next(), !line.hasPrefix("proxy") {}
        try await body()
        kill(sandbox.id, SIGTERM)
        #expect(await sandbox.wait() == 0)
    }

    private func result(_ text: String) throws -> JSONValue {
        try JSONReader.read(Array((text.split(separator: "\n").last ?? "").utf8))
    }

    @Test("each card ends with its status and code, and only the shown one has a picture")
    func endings() async throws {
        let programs = try Programs()
        let shots = programs.folder + "/shots"
        try await serving(programs) {
            let known = try #require(
                SandboxReadiness(
                    try JSONReader.read(
                        Array(
                            try Data(
                                contentsOf: URL(fileURLWithPath: programs.folder + "/home/dev/running-sandbox.json"))))
                )?.cards?.cards)
            let ben = try #require(known.first { $0.label == "bens" }?.user)
            let everyday = try #require(known.first { $0.label == "everyday" })
            for (words, status, outcome, code) in [
                (["everyday"], 0, "done", nil),
                ([everyday.id, "--user", everyday.user, "--lang", "bn"], 0, "done", nil),
                (["everyday", "--user", ben], 3, "failed", "CARD_NOT_YOURS"),
                (["cleos"], 3, "failed", "MFA_NOT_ENABLED"), (["expired"], 3, "failed", "CARD_NOT_ACTIVE"),
                (["lost"], 3, "failed", "CARD_BLOCKED"), (["frozen"], 1, "cancelled", nil),
            ] as [([String], Int32, String, String?)] {
                let (ended, text) = try await programs.run(
                    ["card", "show"] + words + ["--code", "123456", "--json", "--shots", shots])
                let result = try result(text)
                #expect(ended == status, "\(words) \(text) \(programs.errors)")
                #expect(result["outcome"]?.string == outcome && result["code"]?.string == code, "\(words) \(text)")
                let pictures = (try? FileManager.default.contentsOfDirectory(atPath: shots)) ?? []
                #expect(pictures.contains { $0.hasSuffix("-card.png") } == (outcome == "done"), "\(words)")
                try? FileManager.default.removeItem(atPath: shots)
            }
            // A wrong code, without another one.
            let (wrong, text) = try await programs.run(
                ["card", "show", "everyday", "--code", "654321", "--json", "--shots", shots])
            #expect(wrong == 1 && text.contains("That code isn") && !text.contains("654321"), "\(text)")
        }
        #expect(programs.leftovers == [])
    }

    @Test("a person at the terminal chooses, types the code and hides the card, and the picture exists")
    func typed() async throws {
        let programs = try Programs()
        try await serving(programs) {
            let (status, text) = try await programs.run(
                ["card", "show", "everyday", "--headless", "--shots", programs.folder + "/shots"],
                // The channel and “Send”; the code and “Confirm”; “Approve”; “Hide”.
                typing: ["2", "1", "123456", "1", "1", "1"])
            #expect(status == 0 && text.contains("The card was shown"), "\(text) \(programs.errors)")
        }
        let shots = try FileManager.default.contentsOfDirectory(atPath: programs.folder + "/shots")
        #expect(shots == ["01-card.png"])
        #expect(programs.leftovers == [])
    }

    @Test(
        "card token prints what an app needs to ask the card proxy for that holder's cards only")
    func token() async throws {
        let programs = try Programs()
        try await serving(programs) {
            let (status, text) = try await programs.run(["card", "token", "everyday"])
            #expect(status == 0, "\(text) \(programs.errors)")
            let settings = try JSONReader.read(Array(text.utf8))
            let gateway = try #require(settings["gateway"]?.string)
            let authority = try #require(settings["authorityPem"]?.string)
            let (card, token) = (try #require(settings["card"]?.string), try #require(settings["token"]?.string))
            let transport = CurlTransport(trust: TLSTrust(authorities: [authority]))
            func ask(_ card: String, _ token: String) async throws -> HTTPResponse {
                let url = try #require(HTTPSURL("\(gateway)/striga/cards/\(card)"))
                return try await transport.send(
                    HTTPRequest(url: url, headers: ["Authorization": "Bearer \(token)"]), options: HTTPOptions())
            }
            let own = try await ask(card, token)
            #expect(own.status == 200)
            #expect(try JSONReader.read(own.body)["id"]?.string == card)
            #expect(try await ask(card, token + "A").status == 401)
            let other = try await programs.run(["card", "token", "bens"])
            let bens = try #require(try JSONReader.read(Array(other.output.utf8))["card"]?.string)
            #expect(try await ask(bens, token).status != 200)
        }
        #expect(programs.leftovers == [])
    }

    @Test("unusable input is reported with its code before any question")
    func input() async throws {
        let programs = try Programs()
        for (words, code) in [
            (["everyday"], "SANDBOX_MISSING"), (["everyday", "--code", "12345"], "SANDBOX_MISSING"),
            (["everyday", "--sandbox", "/none"], "FILE_MISSING"), ([], "USAGE"),
        ] {
            let (status, text) = try await programs.run(["card", "show", "--json"] + words)
            #expect(status == 2 && text.contains("\"\(code)\""), "\(words) \(text)")
        }
        try await serving(programs) {
            for (words, code) in [
                (["everyday", "--code", "12345"], "CODE_INVALID"), (["everyday", "--code", "12345a"], "CODE_INVALID"),
                (["everyday", "--stay"], "USAGE"), (["nobodys"], "USAGE"), (["a/b", "--user", "u"], "CARD_INVALID"),
                (["everyday", "--proxy", "gateway.localhost"], "ADDRESS_INVALID"),
                (["everyday", "--proxy", "https://gateway.localhost/striga"], "ADDRESS_INVALID"),
                (["everyday", "--proxy", "https://proxy.example"], "SANDBOX_INVALID"),
            ] {
                let (status, text) = try await programs.run(["card", "show", "--json"] + words)
                #expect(status == 2 && text.contains("\"\(code)\""), "\(words) \(text)")
            }
        }
    }

    @Test(
        "the demo leaves its trace with pictures of consent, code and card, and no process",
        arguments: ["shown", "wrong-code", "no-second-factor", "lost"])
    func demo(branch: String) async throws {
        let programs = try Programs()
        let output = programs.folder + "/output"
        let (status, text) = try await programs.run([
            "demo", "card-details", "--branch", branch, "--json", "-o", output,
        ])
        #expect(status == 0, "\(text)\n\(programs.errors)")
        let result = try JSONReader.read(Array(text.utf8))
        #expect(result["good"] == true && result["branch"] == .string(branch))
        let shots = try FileManager.default.contentsOfDirectory(atPath: output).filter { $0.hasSuffix(".png") }.sorted()
        let expected = [
            "shown": [
                "01-card-channel.png", "02-card-code.png", "03-biometric.png", "04-card.png", "05-card-shown.png",
            ],
            "wrong-code": ["01-card-channel.png", "02-card-code.png", "03-biometric.png", "04-card-code.png"],
            "no-second-factor": ["01-card-channel.png", "02-card-mfa.png"], "lost": ["01-card-blocked.png"],
        ]
        #expect(shots == expected[branch])
        for shot in shots {
            let picture = try #require(FileManager.default.contents(atPath: "\(output)/\(shot)"))
            #expect(Array(picture[16..<24]) == [0, 0, 1, 134, 0, 0, 3, 76], "390 by 844")
        }
        let report = try String(contentsOfFile: output + "/trace.html", encoding: .utf8)
        let isGood = report.contains("Everything held")
        #expect(isGood)
        #expect(report.components(separatedBy: "data:image/png").count == shots.count + 1)
        // No input occurs in the remaining events.
        let timeline = try String(contentsOfFile: output + "/timeline.json", encoding: .utf8)
        #expect(!timeline.contains("123456") && !timeline.contains("654321"))
        #expect(programs.leftovers == [])
    }
}
