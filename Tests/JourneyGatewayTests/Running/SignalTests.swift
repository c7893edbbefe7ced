import Foundation
import Glibc
import JourneyBase
import JourneyHarness
import Testing

@testable import JourneyGateway

@Suite("Gateway process and signals", .timeLimit(.minutes(5)))
struct SignalTests {
    @Test("SIGHUP reloads files and keeps the old ones if they are unusable, and SIGTERM ends the process")
    func hangUp() async throws {
        let program = Tool.ownFolder + "/journey-gateway"
        try #require(FileManager.default.isExecutableFile(atPath: program), "journey-gateway is not built")
        try await GatewayFolder.visit { folder in
            try folder.write("authority.pem", Array(folder.authorityPEM.utf8))
            // Its messages go to standard error, which is read together with its output.
            let child = try ChildProcess(
                "sh", ["-c", "exec \"$0\" --config \"$1\" --with-parent --json 2>&1", program, folder.file])
            var lines = child.lines.makeAsyncIterator()
            func next(_ isWanted: (String) -> Bool) async -> String? {
                while let line = await lines.next() { if isWanted(line) { return line } }
                return nil
            }
            let first = try #require(await next { $0.hasPrefix("{") })
            let json = try JSONReader.read(Array(first.utf8))
            let port = try #require(json["port"]?.int64)
            func status(_ path: String) async -> String {
                let arguments = [
                    "--silent", "--max-time", "60", "--cacert", folder.path + "/authority.pem", "--output", "/dev/null",
                    "--write-out", "%{http_code}", "--resolve", "gateway.localhost:\(port):127.0.0.1", "--header",
                    "Authorization: Bearer \(GatewayFolder.token)", "--header", "X-Partner-Id: partner", "--header",
                    "X-Client-Id: client", "https://gateway.localhost:\(port)\(path)",
                ]
                return await Tool.run("curl", arguments).output
            }
            let path = "/journeys/other/manifest.json"
            #expect(await status(path) == "404")
            try await folder.publish("other", sequence: 1)
            #expect(kill(child.id, SIGHUP) == 0)
            #expect(await next { $0.contains("Reloaded") } == "Reloaded the files: 2 journeys.")
            #expect(await status(path) == "200")
            try folder.write("tokens", Array("nonsense\n".utf8))
            #expect(kill(child.id, SIGHUP) == 0)
            let refusal = await next { $0.contains("The previous configuration stays in use.") }
            #expect(refusal?.contains("tokens") == true)
            #expect(await status(path) == "200")
            #expect(kill(child.id, SIGTERM) == 0)
            #expect(await child.wait() == 0)
        }
    }
}
