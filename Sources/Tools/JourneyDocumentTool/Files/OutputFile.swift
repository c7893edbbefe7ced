import Foundation
import JourneyBase
import JourneyCLI

/// Where a command writes what it made.
enum OutputFile {
    static let options = [
        Option(.output, "o", value: .file, help: "Write here", defaultText: "standard output"),
        Option(.format, "f", value: .choice(["hex", "base64url", "binary"]), help: "How", defaultText: "hex"),
    ]

    /// Writes `bytes` where and how the command line says. `facts` go along with `--json`.
    static func write(_ bytes: [UInt8], _ invocation: Invocation, facts: [String: JSONValue] = [:]) throws {
        let form = form(bytes, invocation)
        var facts = facts
        if let path = invocation.value(.output) {
            try WholeFile.write(form, to: path)
            invocation.terminal.talk("Written to \(path): \(bytes.count) bytes.")
            facts["file"] = .string(path)
            if invocation.terminal.isJSON { invocation.terminal.json(.object(facts)) }
        } else if invocation.terminal.isJSON {
            let isBase64 = invocation.value(.format) == "base64url"
            facts["bytes"] = .string(isBase64 ? Base64URL.encode(bytes) : Hex.encode(bytes))
            invocation.terminal.json(.object(facts))
        } else if invocation.value(.format) == "binary" {
            // Text would change them.
            FileHandle.standardOutput.write(Data(bytes))
        } else {
            invocation.terminal.data(String(decoding: form, as: UTF8.self), end: "")
        }
    }

    /// The bytes in the form that the command line names.
    static func form(_ bytes: [UInt8], _ invocation: Invocation) -> [UInt8] {
        switch invocation.value(.format) {
        case "binary": bytes
        case "base64url": Array((Base64URL.encode(bytes) + "\n").utf8)
        default: Array((Hex.encode(bytes) + "\n").utf8)
        }
    }
}
