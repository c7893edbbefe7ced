internal import JourneyBase

/// What a value in a path may not be, although it is escaped there: some servers unescape before they route, some twice.
enum PathSafety {
    /// Whether no piece of `value` has a segment `.` or `..`, however often it is escaped.
    static func isSafe(_ value: JSONValue) -> Bool {
        guard let texts = ParameterValue(value)?.texts else { return !hasDots(value.compactText) }
        return !texts.contains(where: hasDots)
    }

    private static func hasDots(_ text: String) -> Bool {
        var text = text
        // Each round takes one layer of escapes off; what still has some after four is no name of anything.
        for _ in 0..<4 {
            let segments = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "/") || $0 == 0x5C }
            if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) { return true }
            guard let plain = PercentEncoding.decoded(text), plain != text else { return false }
            text = plain
        }
        return true
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
