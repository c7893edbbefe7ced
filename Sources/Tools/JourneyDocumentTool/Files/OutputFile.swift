import Foundation
import Glibc
import JourneyBase
import JourneyCLI

/// Where a command writes what it made.
enum OutputFile {
    static let options = [
        Option("output", "o", value: .file, help: "Write here", defaultText: "standard output"),
        Option("format", "f", value: .choice(["hex", "base64url", "binary"]), help: "How", defaultText: "hex"),
    ]

    /// Writes `bytes` where and how the command line says. `facts` go along with `--json`.
    static func write(_ bytes: [UInt8], _ invocation: Invocation, facts: [String: JSONValue] = [:]) throws {
        let form = form(bytes, invocation)
        var facts = facts
        if let path = invocation.value("output") {
            try save(form, to: path)
            invocation.terminal.talk("Written to \(path): \(bytes.count) bytes.")
            facts["file"] = .string(path)
            if invocation.terminal.isJSON { invocation.terminal.json(.object(facts)) }
        } else if invocation.terminal.isJSON {
            let isBase64 = invocation.value("format") == "base64url"
            facts["bytes"] = .string(isBase64 ? Base64URL.encode(bytes) : Hex.encode(bytes))
            invocation.terminal.json(.object(facts))
        } else if invocation.value("format") == "binary" {
            // Text would change them.
            FileHandle.standardOutput.write(Data(bytes))
        } else {
            invocation.terminal.data(String(decoding: form, as: UTF8.self), end: "")
        }
    }

    /// The bytes in the form that the command line names.
    static func form(_ bytes: [UInt8], _ invocation: Invocation) -> [UInt8] {
        switch invocation.value("format") {
        case "binary": bytes
        case "base64url": Array((Base64URL.encode(bytes) + "\n").utf8)
        default: Array((Hex.encode(bytes) + "\n").utf8)
        }
    }

    /// Writes a file, whole or not at all; a private one is its owner's alone from its first byte on.
    static func save(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws {
        let draft = "\(path).\(getpid()).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0o600 : 0o666)
        guard file >= 0 else { throw unwritable(path) }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(bytes))
            guard rename(draft, path) == 0 else { throw unwritable(path) }
        } catch {
            unlink(draft)
            throw unwritable(path)
        }
    }

    private static func unwritable(_ path: String) -> CommandFailure {
        CommandFailure(.failed, code: "FILE_UNWRITABLE", "\(path) cannot be written.")
    }
}
