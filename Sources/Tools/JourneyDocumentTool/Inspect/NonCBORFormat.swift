import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// A format of mobile documents other than CBOR: NFC messages, certificates, pictures.
struct NonCBORFormat {
    /// A part of the content, with its offset.
    struct Part {
        let offset: Int
        let count: Int
        let text: String
        /// The CBOR in the part.
        var tree: Tree?
    }

    let name: String
    let parts: [Part]

    /// Detects the format; `nil` for any other content.
    init?(_ bytes: [UInt8]) {
        // PEM, with any text around it.
        let text = String(validating: bytes, as: UTF8.self).flatMap { $0.contains("-----BEGIN ") ? $0 : nil }
        // The first of several in a file.
        if let certificate = try? text.flatMap({ try Certificate.list(pem: $0).first }) ?? Certificate(bytes) {
            name = "certificate"
            let (from, until) = (certificate.notBefore, certificate.notAfter)
            parts = [
                "of \(certificate.subject)", "by \(certificate.issuer)",
                "from \(from.formatted(.iso8601)) until \(until.formatted(.iso8601))",
            ].map { Part(offset: 0, count: bytes.count, text: $0) }
        } else if text?.contains("PRIVATE KEY-----") == true {
            name = "private key"
            parts = [Part(offset: 0, count: bytes.count, text: "content not shown")]
        } else if let message = try? NDEFMessage(bytes[...]) {
            name =
                ["Hs": "handover select message", "Hr": "handover request message"][
                    message.records.first?.type ?? "", default: "NDEF message"]
            parts = message.records.map(NonCBORFormat.part)
        } else if let picture = Kind.ofBytes(bytes[...]) {
            name = picture
            parts = [Part(offset: 0, count: bytes.count, text: "whole")]
        } else {
            return nil
        }
    }

    private static func part(_ record: NDEFRecord) -> Part {
        let name = record.type + (record.identifier.isEmpty ? "" : " “\(record.identifier)”")
        var part = Part(offset: record.payload.startIndex, count: record.payload.count, text: name)
        if record.isA(.media, BluetoothOutOfBand.recordType), let said = try? BluetoothOutOfBand(record.payload) {
            let uuid = said.uuid.map { ", service \(Hex.encode($0))" } ?? ""
            part = Part(offset: part.offset, count: part.count, text: "\(name): \(said.role)\(uuid)")
        } else if let item = try? CBORReader.item(in: record.payload, limits: DocumentLimits.engagement),
            item.members != nil
        {
            part.tree = Tree(item)
        } else if !record.payload.isEmpty {
            part = Part(
                offset: part.offset, count: part.count, text: "\(name): \(Hex.encode(Array(record.payload)))")
        }
        return part
    }

    func text(_ style: Style) -> String {
        parts.map { part in
            let line = style.dim("\(part.offset) \(part.count)") + "  " + part.text
            return part.tree.map { line + "\n" + $0.text(style) } ?? line
        }.joined(separator: "\n")
    }

    var json: JSONValue {
        .array(
            parts.map { part in
                var members: [String: JSONValue] = [
                    "offset": .number(JSONNumber(Int64(part.offset))), "count": .number(JSONNumber(Int64(part.count))),
                    "text": .string(part.text),
                ]
                members["lines"] = part.tree?.json
                return .object(members)
            })
    }
}
