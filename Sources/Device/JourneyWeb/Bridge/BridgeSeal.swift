internal import JourneyBase
internal import JourneyCrypto

/// Adds the member `sig` to a message and removes it again.
///
/// `sig` is the last member: the HMAC-SHA-256 of the exact bytes of the rest, that is, the text without `,"sig":"…"`. Nothing is
/// re-encoded, and nothing is parsed before it is verified.
enum BridgeSeal {
    private static let opening = Array(#","sig":""#.utf8)
    private static let closing = Array(#""}"#.utf8)
    private static let tagCount = 43

    /// Returns `rest`, an object with at least one member, with its seal.
    static func seal(_ rest: [UInt8], key: Secret) -> [UInt8] {
        var out = rest
        let tag = HMACSHA256.tag(rest, key: key)
        out.removeLast()
        out += opening
        out += Base64URL.encode(tag).utf8
        out += closing
        return out
    }

    /// Returns the rest of `text` and its tag; `nil` when `text` does not end in a seal.
    static func split(_ text: [UInt8]) -> (rest: [UInt8], tag: [UInt8])? {
        let count = text.count - opening.count - tagCount - closing.count
        guard count > 1, text[count...].starts(with: opening), text.suffix(closing.count).elementsEqual(closing) else {
            return nil
        }
        let encoded = text[(count + opening.count)..<(text.count - closing.count)]
        guard let tag = Base64URL.decode(String(decoding: encoded, as: UTF8.self)) else { return nil }
        return (Array(text[..<count]) + [UInt8(ascii: "}")], tag)
    }

    /// Returns the rest of `text` when its seal is valid under `key`; compares in constant time.
    static func open(_ text: [UInt8], key: Secret) -> [UInt8]? {
        guard let (rest, tag) = split(text), HMACSHA256.isValid(tag, for: rest, key: key) else { return nil }
        return rest
    }
}
