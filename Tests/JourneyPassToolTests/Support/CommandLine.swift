import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyPassTool
import JourneySandbox
import Synchronization
import TestSupport
import WalletPass

/// The command line program in this process, with its own folder.
struct CommandLine {
    let folder: Scratch

    init() throws { folder = try Scratch() }

    struct Result {
        let status: CommandStatus
        let output: String
        let talk: String

        var json: JSONValue? { try? JSONReader.read(Array(output.utf8), limits: JSONLimits(bytes: 8 << 20)) }
        /// The last line, for commands that print a line for each event.
        var last: JSONValue? {
            output.split(separator: "\n").last.flatMap {
                try? JSONReader.read(Array($0.utf8), limits: JSONLimits(bytes: 8 << 20))
            }
        }
        /// The code of a failure, with `--json`.
        var code: String? { last?["error"]?["code"]?.string }
    }

    /// Runs `journey` with these arguments. An argument that begins with a colon is a file in the test's folder.
    func run(_ words: String..., more: [String] = []) async -> Result { await run(words: words + more) }

    func run(words: [String], picture: PagePicture? = { Array($0.utf8) }) async -> Result {
        let texts = Mutex((out: "", err: ""))
        let terminal = Terminal(
            out: { text in texts.withLock { $0.out += text } }, err: { text in texts.withLock { $0.err += text } })
        let program = Program(
            Command("journey", summary: "tests", subcommands: PassCommands.commands(picture: picture)), version: "0")
        let status = await program.run(
            words.map { $0.hasPrefix(":") ? path(String($0.dropFirst())) : $0 }, terminal: terminal)
        let (out, err) = texts.withLock { $0 }
        return Result(status: status, output: out, talk: err)
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Creates the development certificate for passes, in the development state `:dev`.
    @discardableResult
    func certificate(
        _ type: String = "pass.com.example.ticket", team: String = "DEVELOPER1"
    ) throws -> DevelopmentState.IssuedPassType {
        try DevelopmentState(directory: path("dev")).passType(
            PassSignerNames(passTypeIdentifier: type, teamIdentifier: team), organization: "Example")
    }
}
