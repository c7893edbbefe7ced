import JourneyBase

/// The secret members of a JWK, extracted from its text into locked memory, and the text without them.
///
/// The strict JSON parser creates strings in ordinary memory. It therefore gets the text only after every secret value has been
/// decoded into locked memory and replaced by `""`.
struct JWKSecretMembers {
    /// The text with `""` for each secret value.
    private(set) var redacted: [UInt8] = []
    /// The decoded secret values by name.
    private(set) var values: [String: Secret] = [:]

    /// The state of a scan of the text.
    private struct Place {
        var at = 0
        var depth = 0
        /// `true` if a string at this position would be a member's name.
        var isName = false
    }

    /// Extracts the secret members of `text`. Throws `JWKError.malformed` for unterminated strings and for secret values that are
    /// not plain base64url. The JSON parser finds all other errors.
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

    /// Copies the string at `place` and, when it names a secret member, extracts the value that follows.
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

    /// Returns the index after the string that starts at `start`.
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

    /// Returns the secret member that the bytes of `range` name, written without escapes.
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
