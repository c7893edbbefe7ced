import Foundation
import JourneyBase
import JourneyCLI

/// The output of a command.
enum OutputFile {
    static let options = [
        Option(.output, "o", value: .file, help: "Output file", defaultText: "standard output"),
        Option(
            .format, "f", value: .choice(["hex", "base64url", "binary"]), help: "Form of the output", defaultText: "hex"
        ),
    ]

    /// Writes `bytes` as given on the command line. `--json` adds `facts`.
    static func write(_ bytes: [UInt8], _ invocation: Invocation, facts: [String: JSONValue] = [:]) throws {
        let form = form(bytes, invocation)
        var facts = facts
        if let path = invocation.value(.output) {
            try WholeFile.write(form, to: path)
            invocation.terminal.talk("Wrote \(bytes.count) bytes to \(path).")
            facts["file"] = .string(path)
            if invocation.terminal.isJSON { invocation.terminal.json(.object(facts)) }
        } else if invocation.terminal.isJSON {
            let isBase64 = invocation.value(.format) == "base64url"
            facts["bytes"] = .string(isBase64 ? Base64URL.encode(bytes) : Hex.encode(bytes))
            invocation.terminal.json(.object(facts))
        } else if invocation.value(.format) == "binary" {
            // Text output would change the bytes.
            FileHandle.standardOutput.write(Data(bytes))
        } else {
            invocation.terminal.data(String(decoding: form, as: UTF8.self), end: "")
        }
    }

    /// Returns the bytes in the form given on the command line.
    static func form(_ bytes: [UInt8], _ invocation: Invocation) -> [UInt8] {
        switch invocation.value(.format) {
        case "binary": bytes
        case "base64url": Array((Base64URL.encode(bytes) + "\n").utf8)
        default: Array((Hex.encode(bytes) + "\n").utf8)
        }
    }
}
