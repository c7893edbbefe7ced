import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyGatewayTool
import Synchronization
import Testing

@testable import JourneyGateway

/// Runs the gateway's commands on an operator's folder.
enum PassIssuerFixture {
    struct CommandOutput: Sendable {
        let status: CommandStatus
        let out: String
        let talk: String
        var json: JSONValue { (try? JSONReader.read(Array(out.utf8))) ?? .null }
        var code: String? { json["error"]?["code"]?.string }
        var message: String { json["error"]?["message"]?.string ?? "" }
    }

    /// Runs `journey-gateway passes WORDS --config …`.
    static func run(_ words: [String], in folder: GatewayFolder, json: Bool = true) async -> CommandOutput {
        let out = Mutex("")
        let talk = Mutex("")
        let terminal = Terminal(
            isJSON: json, out: { text in out.withLock { $0 += text } }, err: { text in talk.withLock { $0 += text } })
        let status = await Program(GatewayCommand.program, version: "1").run(
            ["passes"] + words + ["--config", folder.file] + (json ? ["--json"] : []), terminal: terminal)
        return CommandOutput(status: status, out: out.withLock { $0 }, talk: talk.withLock { $0 })
    }

    /// Creates a client with a user and with passes on `tags` tags from `TICKET-001` on; returns the user's token.
    static func populate(_ folder: GatewayFolder, tags: Int = 1) async throws -> String {
        #expect(await run(["client", "add", "acme"], in: folder).status == .done)
        #expect(
            await run(
                ["type", "add", "acme", "pass.com.example.ticket", "--organization", "Acme Events"], in: folder
            ).status == .done)
        for number in 1...tags {
            let tag = "TICKET-00\(number)"
            #expect(
                await run(["tag", "add", "acme", tag, "--subscription", "SUB-\(number)"], in: folder).status == .done)
            let added = await run(
                [
                    "pass", "add", "acme", tag, "--holder", "ada", "--type", "pass.com.example.ticket", "--serial",
                    "S-\(number)", "--value", "name=Ada",
                ], in: folder)
            #expect(added.status == .done, "\(added)")
        }
        let user = await run(["user", "add", "acme", "app"], in: folder)
        return try #require(user.json["token"]?.string, "\(user)")
    }
}
