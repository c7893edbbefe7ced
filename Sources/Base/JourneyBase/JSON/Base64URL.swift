/// Base64 with the URL alphabet and without padding (RFC 4648, section 5, as RFC 7515 uses it).
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text of `bytes`.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(alphabet[Int(pending >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { out.append(alphabet[Int(pending << UInt32(6 - bits) & 63)]) }
        return String(decoding: out, as: UTF8.self)
    }

    /// The bytes of `text`, or `nil`: padding, other characters, white space and bits that do not fit are refused, so
    /// that each byte string has one spelling.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var out: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            default: return nil
            }
            pending = (pending << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
            }
        }
        // A single left-over character carries no byte, and the bits that remain must be zero.
        guard bits < 6, pending & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
        return out
    }
}
