internal import JourneyBase

/// A file argument of a call: `{"data": base64, "type": media type, "fileName": text}`, of which `data` is required. Both
/// alphabets of RFC 4648 are accepted, with or without padding.
struct FilePart {
    let bytes: [UInt8]
    let type: MediaType?
    let fileName: String?

    private static let names: Set<String> = ["data", "type", "fileName"]

    /// Reads the file in `value`, or returns `nil`.
    init?(_ value: JSONValue) {
        guard let members = value.object, Set(members.keys).isSubset(of: FilePart.names),
            let text = members["data"]?.string, let bytes = FilePart.decoded(text)
        else { return nil }
        self.bytes = bytes
        if let member = members["type"] {
            guard let type = member.string.flatMap({ MediaType($0) }), !type.isRange else { return nil }
            self.type = type
        } else {
            type = nil
        }
        if let member = members["fileName"] {
            guard let name = member.string, (1...255).contains(name.utf8.count),
                !name.utf8.contains(where: {
                    $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
                })
            else { return nil }
            fileName = name
        } else {
            fileName = nil
        }
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        let plain = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.count
        guard text.utf8.count - plain <= 2 else { return nil }
        let bytes = text.utf8.prefix(plain).map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return Base64URL.decode(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the media type of the file's part: its own type if the document allows it, or else the only type that the document
    /// lists. Returns `nil` if the document does not allow the type.
    func type(among allowed: [MediaType]) -> MediaType? {
        guard let type else {
            if allowed.isEmpty { return .octets }
            return allowed.count == 1 ? allowed.first.flatMap { $0.isRange ? nil : $0 } : nil
        }
        return allowed.isEmpty || allowed.contains { $0.match(type) > 0 } ? type : nil
    }
}
