import Foundation
import Glibc
import JourneyBase
import JourneyHarness
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// The issuer, the card proxy and the app run as separate processes, so that data which the issuer renders can be searched for in
/// the app.
@Suite("A card's number and CVV, in three processes", .serialized, .timeLimit(.minutes(10)))
struct CardSecrecyTests {
    /// A card whose CVV begins with a zero, unlike any status, length or amount, so that an isolated match is the CVV.
    private func seed(in programs: Programs) throws -> (number: String, cvv: String) {
        let state = programs.folder + "/home/dev"
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        while true {
            let text = Base64URL.encode(SystemRandom.bytes(32))
            let seed = CardSeed(Secret(copying: text.utf8))
            let card = seed.identifier("card/everyday")
            guard seed.cvv(of: card).hasPrefix("0") else { continue }
            let isMade = FileManager.default.createFile(
                atPath: state + "/card-seed", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            try #require(isMade)
            return (seed.number(of: card), seed.cvv(of: card))
        }
    }

    /// Starts a program that prints one line of JSON when it is ready.
    private func serve(_ programs: Programs, _ words: [String]) async throws -> (ChildProcess, JSONValue) {
        let process = try programs.start(words + ["--json", "--with-parent"])
        for await line in process.lines { return (process, try JSONReader.read(Array(line.utf8))) }
        throw JourneyError(.unknown, "\(words[0]) ended before it answered: \(programs.errors)")
    }

    /// Returns every file below the folder that is not a picture, with its bytes.
    private func files(in folder: String) -> [(path: String, text: String)] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { !$0.hasSuffix(".png") }.compactMap { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").map {
                (name, String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// Returns `true` if the CVV occurs in `text` as a separate word or number.
    private func holds(_ cvv: String, _ text: String) -> Bool {
        func joins(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "_" } ?? false
        }
        return text.ranges(of: cvv).contains { range in
            !joins(text[..<range.lowerBound].last) && !joins(text[range.upperBound...].first)
        }
    }

    @Test("the issuer draws number and CVV, and the app's memory, messages, log and files contain neither")
    func nowhere() async throws {
        let programs = try Programs()
        let (number, cvv) = try seed(in: programs)
        let port = try FreePort.take()
        let (sandbox, readiness) = try await serve(programs, ["serve", "--proxy-port", "\(port)"])
        let gateway = try #require(SandboxReadiness(readiness)?.cards?.gatewayFile)
        let (proxy, _) = try await serve(programs, ["gateway", "--config", gateway])
        let file = programs.folder + "/sandbox.json"
        try Data(readiness.compactBytes).write(to: URL(fileURLWithPath: file))

        let groups = stride(from: 0, to: 16, by: 4).map { number.dropFirst($0).prefix(4) }
        // The number as displayed, as copied, in another notation, and as the vault sends it to its frames with the CVV.
        let numbers = [number, groups.joined(separator: " "), groups.joined(separator: "-")]
        let sent = [number, cvv].map { #""digits":"\#($0)""# }
        let app = try programs.start([
            "card", "show", "everyday", "--sandbox", file, "--proxy", "https://gateway.localhost:\(port)", "--code",
            "123456", "--stay", "--json", "--shots", programs.folder + "/shots", "--trace", programs.folder + "/trace",
        ])
        var lines: [String] = []
        for await line in app.lines {
            lines.append(line)
            guard line.contains("-card-shown.png") else { continue }
            // The card is visible now.
            let memory = ProcessMemory(id: app.id)
            let inApp = try memory.counts(of: numbers + sent + ["ADA WINTER"])
            #expect(memory.name == "journey-web")
            for text in numbers + sent { #expect(inApp[text] == 0, "the app holds what the issuer draws") }
            // The search finds data that is present: in the app the data that it may have, and both values in the engine's
            // processes that hold the frames and their network.
            #expect(inApp["ADA WINTER"] ?? 0 > 0)
            let engines = memory.descendants.filter { $0.name.hasPrefix("WebKit") }
            let inEngines = try engines.map { try $0.counts(of: [numbers[1]] + sent) }
            for text in [numbers[1]] + sent {
                #expect(inEngines.contains { $0[text] ?? 0 > 0 }, "not found in \(engines.map(\.name))")
            }
            kill(app.id, SIGTERM)
        }
        #expect(await app.wait() == 1)
        for process in [proxy, sandbox] { await process.end() }
        try searchWhatIsLeft(programs, lines, numbers + sent, cvv)
    }

    private func searchWhatIsLeft(_ programs: Programs, _ lines: [String], _ texts: [String], _ cvv: String) throws {
        let trace = try String(contentsOfFile: programs.folder + "/trace", encoding: .utf8)
        for name in ["challenge", "rendered", "jwe"] { #expect(trace.contains(name), "\(name)") }
        #expect(!trace.contains("authToken"), "The token is sent encrypted.")
        let said = lines.joined(separator: "\n")
        #expect(said.contains(#""event":"shot""#) && said.contains(#""event":"log""#))
        for text in [trace, said, programs.errors] { #expect(!holds(cvv, text)) }
        let files = files(in: programs.folder)
        for name in ["trace", "errors.log", "sandbox.json"] { #expect(files.contains { $0.path == name }, "\(name)") }
        #expect(files.contains { $0.path.contains("home/device/") }, "what the app keeps")
        for (path, text) in files + [("what the app said", said)] {
            for secret in texts { #expect(!text.contains(secret), "\(path)") }
        }
        let shots = try FileManager.default.contentsOfDirectory(atPath: programs.folder + "/shots").sorted()
        #expect(
            shots == [
                "01-card-channel.png", "02-card-code.png", "03-biometric.png", "04-card.png", "05-card-shown.png",
            ])
        #expect(programs.leftovers == [])
    }
}
