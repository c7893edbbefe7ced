import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import MobileDocument

extension DocumentCommand {
    static let inspect = Command(
        "inspect", summary: "shows the content of a file, item by item, with offsets and meanings",
        discussion: [
            "Supports all messages of ISO/IEC 18013-5, other CBOR, NFC messages and certificates. Each line has the item's offset and length, both"
                + " in bytes from the start of the file; CBOR in byte strings is expanded. Nothing is verified."
        ],
        arguments: [Argument(.file, help: "the message, or an mdoc: address; - reads standard input")],
        options: [
            InputFile.formOption,
            Option(
                .lenient,
                help: "Accept what strict parsing refuses: duplicate keys, invalid UTF-8"),
        ],
        examples: [
            .init("journey mdoc inspect response.hex", "Shows a response."),
            .init("echo 'mdoc:owBjMS4w…' | journey mdoc inspect -", "Shows the content of a QR code."),
        ]
    ) { invocation in
        let path = try invocation.required(.file)
        let bytes = try InputFile.bytes(path, invocation)
        let terminal = invocation.terminal
        let item: CBORItem
        do {
            item = try Support.parse(path) { () throws(CBORError) in
                try CBORReader.item(
                    in: bytes[...], limits: DocumentLimits.response,
                    profile: invocation.has(.lenient) ? .lenient : .strict
                )
            }
        } catch {
            // Other formats of documents are not CBOR.
            guard let other = NonCBORFormat(bytes) else { throw error }
            terminal.print(
                .object([
                    "kind": .string(other.name), "count": .number(JSONNumber(Int64(bytes.count))), "lines": other.json,
                ]), or: terminal.style.bold(other.name) + ", \(bytes.count) bytes\n" + other.text(terminal.style))
            return .done
        }
        let tree = Tree(item)
        let kind = Kind.of(bytes, item)
        var members: [String: JSONValue] = [
            "kind": .string(kind.name), "count": .number(JSONNumber(Int64(bytes.count))), "lines": tree.json,
        ]
        if let fault = kind.fault { members["fault"] = .string("\(fault)") }
        let head = terminal.style.bold(kind.name) + ", \(bytes.count) bytes"
        terminal.print(.object(members), or: head + "\n" + tree.text(terminal.style))
        if tree.isCut { terminal.talk("The output is truncated.") }
        if let fault = kind.fault {
            terminal.talk(terminal.style.yellow("The content looks like \(kind.name), but cannot be parsed: \(fault)."))
        }
        return .done
    }
}
