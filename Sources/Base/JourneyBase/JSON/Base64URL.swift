/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5, as used by RFC 7515).
package enum Base64URL {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Encodes `bytes`.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode($0) }) { return text }
        return Array(bytes).withUnsafeBufferPointer { encode($0) }
    }

    /// Decodes `text`, or returns `nil`. Padding, other characters, white space and non-zero trailing bits are refused, so each
    /// byte string has exactly one encoding.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        if let bytes = text.utf8.withContiguousStorageIfAvailable({ decode($0) }) { return bytes }
        return Array(text.utf8).withUnsafeBufferPointer { decode($0) }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { write(bytes, to: $0) }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let length = decodedCount(text.count) else { return nil }
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { out, count in
            isValid = read(text, to: out)
            count = isValid ? length : 0
        }
        return isValid ? bytes : nil
    }

    /// Writes the encoding of `bytes` to `out`, which must be large enough, and returns its length.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to out: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let alphabet = alphabet.utf8Start
        var at = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        func put(_ sextet: UInt32) {
            out[at] = alphabet[Int(sextet & 63)]
            at += 1
        }
        var next = 0
        while next + 3 <= bytes.count {
            let three = UInt32(bytes[next]) << 16 | UInt32(bytes[next + 1]) << 8 | UInt32(bytes[next + 2])
            put(three >> 18)
            put(three >> 12)
            put(three >> 6)
            put(three)
            next += 3
        }
        while next < bytes.count {
            pending = pending << 8 | UInt32(bytes[next])
            bits += 8
            next += 1
        }
        while bits >= 6 {
            bits -= 6
            put(pending >> bits)
        }
        if bits > 0 { put(pending << (6 - bits)) }
        return at
    }

    /// Decodes `text` into `out`, which must have exactly the decoded length. Returns `false` if `text` isn't a valid encoding.
    private static func read(_ text: UnsafeBufferPointer<UInt8>, to out: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        var at = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text {
            guard let value = sextet(character) else { return false }
            pending = (pending << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                out[at] = UInt8(truncatingIfNeeded: pending >> bits)
                at += 1
            }
        }
        // The bits that remain must be zero.
        return pending & ((1 << bits) - 1) == 0
    }

    @inline(__always) private static func sextet(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// In-place variants, for data that must not pass through an array or a string.
extension Base64URL {
    /// Returns the number of characters that encode `count` bytes.
    package static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

    /// Returns the number of bytes that `count` characters encode, or `nil` if no encoding has that length.
    package static func decodedCount(_ count: Int) -> Int? { count % 4 == 1 ? nil : count * 3 / 4 }

    /// Encodes `bytes` into `out`, which must have exactly `encodedCount` bytes.
    package static func encode(_ bytes: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer) {
        precondition(
            out.count == encodedCount(bytes.count), "Base64URL.encode: the output buffer must have encodedCount bytes")
        _ = bytes.withMemoryRebound(to: UInt8.self) { bytes in
            out.withMemoryRebound(to: UInt8.self) { write(bytes, to: $0) }
        }
    }

    /// Decodes `text` into `out`, which must have exactly `decodedCount` bytes. Returns `false` if `text` isn't a valid encoding;
    /// the content of `out` is then undefined.
    package static func decode(_ text: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer) -> Bool {
        precondition(
            out.count == decodedCount(text.count), "Base64URL.decode: the output buffer must have decodedCount bytes")
        return text.withMemoryRebound(to: UInt8.self) { text in
            out.withMemoryRebound(to: UInt8.self) { read(text, to: $0) }
        }
    }
}
