internal import JourneyBase

/// Rejects values that are unsafe in a path although they are escaped: some servers unescape before routing, some twice, and some
/// ignore invalid escapes.
enum PathSafety {
    /// Returns `true` if no piece of `value` has a segment `.` or `..`, regardless of repeated or malformed escapes.
    static func isSafe(_ value: JSONValue) -> Bool {
        guard let texts = ParameterValue(value)?.texts else { return !hasDots(value.compactText) }
        return !texts.contains(where: hasDots)
    }

    private static func hasDots(_ text: String) -> Bool {
        var bytes = Array(text.utf8)
        // Each round removes one layer of escapes. A value that has escapes left after four is refused.
        for _ in 0..<4 {
            let segments = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "/") || $0 == 0x5C }
            if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) { return true }
            let plain = unescaped(bytes)
            if plain == bytes { return false }
            // Invalid UTF-8 may be decoded as a dot, such as the overlong `%c0%ae`.
            guard String(validating: plain, as: UTF8.self) != nil else { return true }
            bytes = plain
        }
        return true
    }

    /// Unescapes like a lenient parser: complete escapes are replaced, and an incomplete `%` stays. Some servers also decode
    /// `%u002e`.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var at = 0
        func digits(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard let digit = Hex.value(byte) else { return nil }
                value = value << 4 | Int(digit)
            }
            return value
        }
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), let value = digits(at + 1..<at + 3) {
                plain.append(UInt8(value))
                at += 3
            } else if bytes[at] == UInt8(ascii: "%"), at + 1 < bytes.count, bytes[at + 1] | 0x20 == UInt8(ascii: "u"),
                let value = digits(at + 2..<at + 6)
            {
                // A surrogate half is not a character, and not a dot either.
                plain += Array(String(Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}").utf8)
                at += 6
            } else {
                plain.append(bytes[at])
                at += 1
            }
        }
        return plain
    }
}

/// Checks the text of headers that come from arguments.
enum HeaderText {
    /// Returns `true` if `text` is visible ASCII with inner spaces only: no line break, and no value that parsers interpret
    /// differently (RFC 9110, section 5.5).
    static func isSafe(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.first != 0x20 && text.utf8.last != 0x20
            && text.utf8.count <= 8_000
    }
}
