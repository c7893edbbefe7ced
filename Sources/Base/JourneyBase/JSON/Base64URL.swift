/// Base64 with the URL alphabet and without padding (RFC 4648, section 5, as RFC 7515 uses it).
public enum Base64URL {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// The text of `bytes`.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode($0) }) { return text }
        return Array(bytes).withUnsafeBufferPointer { encode($0) }
    }

    /// The bytes of `text`, or `nil`: padding, other characters, white space and bits that do not fit are refused, so
    /// that each byte string has one spelling.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        if let bytes = text.utf8.withContiguousStorageIfAvailable({ decode($0) }) { return bytes }
        return Array(text.utf8).withUnsafeBufferPointer { decode($0) }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { out in
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
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4 + 1) { out, count in
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            for character in text {
                guard let value = sextet(character) else {
                    isValid = false
                    return
                }
                pending = (pending << 6 | UInt32(value)) & 0xFFFF
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    out[count] = UInt8(truncatingIfNeeded: pending >> bits)
                    count += 1
                }
            }
            // A single left-over character carries no byte, and the bits that remain must be zero.
            isValid = bits < 6 && pending & ((1 << bits) - 1) == 0
        }
        return isValid ? bytes : nil
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
