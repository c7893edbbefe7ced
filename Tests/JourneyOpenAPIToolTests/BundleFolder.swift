import Foundation
import JourneyBase
import JourneyCLI
import JourneyOpenAPITool
import Synchronization
import TestSupport

/// A folder of documents, and `journey bundle` over it in this process.
struct BundleFolder {
    let folder: Scratch

    init(_ files: [String: String] = [:]) throws {
        folder = try Scratch()
        for (name, text) in files { try write(text, name) }
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func write(_ text: String, _ name: String) throws {
        let parent = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        _ = try folder.write(text, name)
    }

    struct Result {
        let status: CommandStatus
        let output: String
        let talk: String

        var json: JSONValue? {
            try? JSONReader.read(Array(output.utf8), limits: JSONLimits(bytes: 8 << 20, depth: 64, values: 500_000))
        }
    }

    /// Runs `journey bundle` with these arguments. One that begins with a colon is a file of the folder.
    func run(_ words: String...) async -> Result {
        let texts = Mutex((out: "", err: ""))
        let terminal = Terminal(
            out: { text in texts.withLock { $0.out += text } }, err: { text in texts.withLock { $0.err += text } })
        let program = Program(
            Command("journey", summary: "tests", subcommands: [BundleCommand.command]), version: "0")
        let words = words.map { $0.hasPrefix(":") ? path(String($0.dropFirst())) : $0 }
        let status = await program.run(["bundle"] + words, terminal: terminal)
        let (out, err) = texts.withLock { $0 }
        return Result(status: status, output: out, talk: err)
    }

    /// Bundles the file `name`, pruned to `operations` where there are some.
    func bundle(_ name: String, _ operations: String..., overlays: [String] = []) throws -> JSONValue {
        var request = OpenAPIBundle.Request(entry: path(name))
        if !operations.isEmpty { request.operations = Set(operations) }
        request.overlays = overlays.map(path)
        return try JSONReader.read(
            OpenAPIBundle(request).bytes, limits: JSONLimits(bytes: 8 << 20, depth: 64, values: 500_000))
    }
}
