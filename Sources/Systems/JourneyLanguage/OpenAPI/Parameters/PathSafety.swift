internal import JourneyBase

/// What a value in a path may not be, although it is escaped there: some servers unescape before they route, some twice,
/// and some pass over what they cannot unescape.
enum PathSafety {
    /// Whether no piece of `value` has a segment `.` or `..`, however often and however badly it is escaped.
    static func isSafe(_ value: JSONValue) -> Bool {
        guard let texts = ParameterValue(value)?.texts else { return !hasDots(value.compactText) }
        return !texts.contains(where: hasDots)
    }

    private static func hasDots(_ text: String) -> Bool {
        var bytes = Array(text.utf8)
        // Each round takes one layer of escapes off; what still has some after four is no name of anything.
        for _ in 0..<4 {
            let segments = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "/") || $0 == 0x5C }
            if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) { return true }
            let plain = unescaped(bytes)
            if plain == bytes { return false }
            // What is no UTF-8 is somebody's dot: the overlong `%c0%ae`, for one.
            guard String(validating: plain, as: UTF8.self) != nil else { return true }
            bytes = plain
        }
        return true
    }

    /// As a lenient reader has it: each whole escape is what it stands for, and a `%` that begins none stays. `%u002e` is an
    /// escape to some.
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
                // A half of a pair is no character, and neither is a dot.
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

/// Text of a header that comes from an argument.
enum HeaderText {
    /// Whether `text` is visible ASCII with inner spaces: no line break, nothing that readers understand differently
    /// (RFC 9110, section 5.5).
    static func isSafe(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.first != 0x20 && text.utf8.last != 0x20
            && text.utf8.count <= 8_000
    }
}
