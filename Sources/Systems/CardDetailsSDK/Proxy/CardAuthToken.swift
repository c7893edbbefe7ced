internal import JourneyBase
internal import JourneyWire

/// The token with which the issuer's frames draw a card, on its way from the proxy's response into the page.
///
/// It is cut out of the response's bytes and put into the message as bytes. It is never a `String`.
enum CardAuthToken {
    /// The maximum length in bytes.
    static let limit = 4_096

    /// Reads the token of `{"cardAuthToken": "…"}`, which must be the whole response; `nil` for anything else, escapes included.
    static func read(_ body: [UInt8]) -> Secret? {
        var rest = body[...]
        guard take("{", &rest), take("\"\(CardTokenAnswer.member)\"", &rest), take(":", &rest),
            take("\"", &rest, thenSpace: false)
        else { return nil }
        let token = rest.prefix(while: isTokenByte)
        rest = rest.dropFirst(token.count)
        guard (1...limit).contains(token.count), take("\"", &rest), take("}", &rest), rest.isEmpty else { return nil }
        return token.withUnsafeBytes { bytes in Secret(count: bytes.count) { $0.copyMemory(from: bytes) } }
    }

    /// Returns the page's message `{cardId, authToken, showPin}` in locked memory.
    static func message(_ token: Secret, card: CardID, showsPIN: Bool) -> Secret {
        let head = Array(
            """
            {"\(IssuerField.cardId.rawValue)":"\(card)","\(IssuerField.showPin.rawValue)":\(showsPIN),\
            "\(IssuerField.authToken.rawValue)":"
            """.utf8)
        let tail = Array(#""}"#.utf8)
        return Secret(count: head.count + token.count + tail.count) { memory in
            memory.copyBytes(from: head)
            token.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[head.count...]).copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: memory[(head.count + token.count)...]).copyBytes(from: tail)
        }
    }

    /// Returns `true` for the characters of tokens (RFC 6750, section 2.1). JSON escapes none of them.
    private static func isTokenByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "-._~+/=".utf8.contains(byte) }

    private static func take(_ text: String, _ rest: inout ArraySlice<UInt8>, thenSpace: Bool = true) -> Bool {
        rest = rest.drop(while: { thenSpace && isSpace($0) })
        let expected = text.utf8
        guard rest.starts(with: expected) else { return false }
        rest = rest.dropFirst(expected.count)
        if thenSpace { rest = rest.drop(while: isSpace) }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
