import Foundation
import JourneyBase
import JourneyCLI
import JourneyDocumentTool
import Synchronization
import TestSupport

/// The command-line program, run in this process.
struct CommandLine {
    let folder: Scratch

    init() throws { folder = try Scratch() }

    struct Result {
        let status: CommandStatus
        let output: String
        let talk: String

        var json: JSONValue? { try? JSONReader.read(Array(output.utf8), limits: JSONLimits(bytes: 8 << 20)) }
    }

    /// Runs `journey mdoc` with these arguments. An argument that begins with a colon is a file of the test's folder.
    func run(_ words: String...) async -> Result { await run(words) }

    func run(_ words: [String]) async -> Result { await start(words).task.value }

    /// Runs `journey qr` with these arguments.
    func qr(_ words: String...) async -> Result { await start(words, of: "qr").task.value }

    /// A running command with the JSON values that it prints.
    struct Running {
        let task: Task<Result, Never>
        let events: AsyncStream<JSONValue>
    }

    /// Starts `journey mdoc` with these arguments.
    func start(_ words: [String], of command: String = "mdoc") -> Running {
        let (events, continuation) = AsyncStream<JSONValue>.makeStream()
        let words = words.map { $0.hasPrefix(":") ? path(String($0.dropFirst())) : $0 }
        let task = Task {
            let texts = Mutex((out: "", err: ""))
            let terminal = Terminal(
                out: { text in
                    texts.withLock { $0.out += text }
                    if let value = try? JSONReader.read(Array(text.utf8), limits: JSONLimits(bytes: 8 << 20)) {
                        continuation.yield(value)
                    }
                }, err: { text in texts.withLock { $0.err += text } })
            let program = Program(
                Command(
                    "journey", summary: "tests", subcommands: [DocumentCommand.command, PaymentCodeCommand.command]),
                version: "0")
            let status = await program.run([command] + words, terminal: terminal)
            continuation.finish()
            let (out, err) = texts.withLock { $0 }
            return Result(status: status, output: out, talk: err)
        }
        return Running(task: task, events: events)
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Writes a file for each part of annex D that a reader has.
    func annexD() throws {
        for (name, file) in [
            ("response.hex", "d4_1_2_device_response"), ("transcript.hex", "d5_1_session_transcript_bytes"),
        ] {
            _ = try folder.write(Vectors.bytes("mdoc/annex_d/\(file).hex"), name)
        }
        for (name, file) in [("iaca.der", "d5_2_iaca_cert_der")] {
            let text = String(decoding: try Vectors.bytes("mdoc/annex_d/\(file).hex"), as: UTF8.self)
            _ = try folder.write(Hex.decode(text.filter { !$0.isWhitespace }) ?? [], name)
        }
    }
}
