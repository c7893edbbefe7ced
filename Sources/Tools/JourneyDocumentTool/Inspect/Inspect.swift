import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import MobileDocument

extension DocumentCommand {
    static let inspect = Command(
        "inspect", summary: "shows what a file holds, item by item, with places and meanings",
        discussion: [
            "Any message of ISO/IEC 18013-5 and any other CBOR, messages of NFC and certificates. Each line has the item's first byte and its length, both"
                + " counted from 0 in the bytes of the file; what stands in byte strings is opened. Nothing is verified."
        ],
        arguments: [Argument(.file, help: "the message, or an mdoc: address; - reads standard input")],
        options: [
            InputFile.formOption,
            Option(
                .lenient,
                help: "Take apart what strict reading refuses: keys that stand there twice, text that is none"),
        ],
        examples: [
            .init("journey mdoc inspect response.hex", "Shows a response."),
            .init("echo 'mdoc:owBjMS4w…' | journey mdoc inspect -", "Shows what a QR code says."),
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
            // What is no CBOR may be something else that belongs to documents.
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
        if tree.isCut { terminal.talk("There is more; a part is not shown.") }
        if let fault = kind.fault {
            terminal.talk(terminal.style.yellow("It looks like \(kind.name), and cannot be read as one: \(fault)."))
        }
        return .done
    }
}
