import JourneyBase

/// The secret members of a JWK, taken out of its text in locked memory, and the text without them.
///
/// The strict reader makes strings of what it reads, so it gets to see the text only once every secret value has been decoded
/// into locked memory and `""` stands in its place.
struct JWKSecretMembers {
    /// The text with `""` for each secret value.
    private(set) var redacted: [UInt8] = []
    /// The bytes of each, by name.
    private(set) var values: [String: Secret] = [:]

    /// Where a scan of the text stands.
    private struct Place {
        var at = 0
        var depth = 0
        /// Whether a string here would be a member's name.
        var isName = false
    }

    /// Takes the members out of `text`. Throws `JWKError.malformed` for strings that do not end and for secret values that are
    /// not plain base64url; what else is wrong with the text is the reader's to find.
    init(_ text: UnsafeRawBufferPointer) throws(JWKError) {
        redacted.reserveCapacity(text.count)
        var place = Place()
        while place.at < text.count {
            let byte = text[place.at]
            if byte == UInt8(ascii: "\"") {
                try takeString(text, &place)
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                place.depth += 1
                place.isName = byte == UInt8(ascii: "{")
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                place.depth -= 1
                place.isName = false
            case UInt8(ascii: ","): place.isName = true
            default: break
            }
            redacted.append(byte)
            place.at += 1
        }
    }

    /// Copies the string at `place` and, when it names a secret, takes the value that follows.
    private mutating func takeString(_ text: UnsafeRawBufferPointer, _ place: inout Place) throws(JWKError) {
        let end = try JWKSecretMembers.end(of: text, from: place.at)
        let name = place.depth == 1 && place.isName ? JWKSecretMembers.secretName(text, place.at + 1..<end - 1) : nil
        redacted += text[place.at..<end]
        place.at = end
        place.isName = false
        guard let name else { return }
        while place.at < text.count, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")].contains(text[place.at]) {
            redacted.append(text[place.at])
            place.at += 1
        }
        guard place.at < text.count, text[place.at] == UInt8(ascii: "\"") else { throw .malformed }
        let valueEnd = try JWKSecretMembers.end(of: text, from: place.at)
        values[name] = try JWKSecretMembers.secret(
            UnsafeRawBufferPointer(rebasing: text[place.at + 1..<valueEnd - 1]))
        redacted += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
        place.at = valueEnd
    }

    /// The index after the string that starts at `start`.
    private static func end(of text: UnsafeRawBufferPointer, from start: Int) throws(JWKError) -> Int {
        var at = start + 1
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        throw .malformed
    }

    /// The secret member that the bytes of `range` name, spelt without escapes.
    private static func secretName(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> String? {
        JWK.secretMembers.first { $0.utf8.elementsEqual(text[range]) }
    }

    private static func secret(_ text: UnsafeRawBufferPointer) throws(JWKError) -> Secret {
        guard let count = Base64URL.decodedCount(text.count) else { throw .malformed }
        return try Secret(count: count) { memory throws(JWKError) in
            guard Base64URL.decode(text, into: memory) else { throw .malformed }
        }
    }
}
