/// Percent-encoding (RFC 3986, section 2.1) for URI templates (RFC 6570, section 3.2.1).
package enum PercentEncoding {
    /// Escapes all but the unreserved characters of RFC 3986, so that no value can break out of its place.
    package static func encoded(_ text: String) -> String { encoded(text, passing: isUnreserved) }

    /// Escapes text for `allowReserved`: reserved characters and complete percent escapes stay (RFC 6570, section 3.2.3).
    ///
    /// Exceptions are escaped: `[`, `]` and `#`, which a query can't hold, and `&` and `+`, which would start another parameter
    /// or be read as a space. OpenAPI 3.1.1, section 4.8.12, leaves them to the caller.
    package static func encodedKeepingReserved(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == percent && index + 2 < bytes.count && Hex.value(bytes[index + 1]) != nil
                && Hex.value(bytes[index + 2]) != nil
            if isEscape || isUnreserved(byte) || ":/?@!$'()*,;=".utf8.contains(byte) {
                out.append(byte)
            } else {
                escape(byte, into: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes `bytes`. Returns `nil` if an escape is incomplete or the result isn't UTF-8.
    package static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var out: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: out.append(0x20)
            case percent:
                guard let high = rest.next().flatMap(Hex.value), let low = rest.next().flatMap(Hex.value) else {
                    return nil
                }
                out.append(high << 4 | low)
            default: out.append(byte)
            }
        }
        return String(validating: out, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")

    private static func encoded(_ text: String, passing isPlain: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) { out.append(byte) } else { escape(byte, into: &out) }
        }
        return String(decoding: out, as: UTF8.self)
    }

    static func escape(_ byte: UInt8, into out: inout [UInt8]) {
        out.append(percent)
        out.append(contentsOf: Hex.encode([byte]).uppercased().utf8)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }
}
