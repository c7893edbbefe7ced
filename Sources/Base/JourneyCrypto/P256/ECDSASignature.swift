/// The two spellings of a P-256 signature: r ‖ s of 64 bytes (RFC 7518, section 3.4) and DER (RFC 3279, section 2.2.3).
enum ECDSASignature {
    static let rawCount = 64

    /// The DER form of `raw`, or `nil` when it is not 64 bytes. Whether r and s are in range is the verifier's business.
    static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == rawCount else { return nil }
        let content = integer(raw[..<32]) + integer(raw[32...])
        return [0x30, UInt8(content.count)] + content
    }

    /// The r ‖ s form of `der`, or `nil` when that is not strict DER of two numbers of at most 32 bytes.
    static func raw(der: [UInt8]) -> [UInt8]? {
        guard der.count >= 2, der[0] == 0x30, der[1] < 0x80, der.count == 2 + Int(der[1]) else { return nil }
        var rest = der[2...]
        guard let r = takeInteger(&rest), let s = takeInteger(&rest), rest.isEmpty else { return nil }
        return r + s
    }

    /// At most 35 bytes, so that every length fits one byte.
    private static func integer(_ magnitude: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(magnitude.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }

    private static func takeInteger(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= 3, rest.removeFirst() == 0x02 else { return nil }
        let count = Int(rest.removeFirst())
        guard (1...33).contains(count), rest.count >= count else { return nil }
        var digits = rest.prefix(count)
        rest = rest.dropFirst(count)
        // Not negative, and no zero byte that is not needed.
        guard digits[digits.startIndex] < 0x80 else { return nil }
        if digits[digits.startIndex] == 0, count > 1 {
            guard digits[digits.startIndex + 1] >= 0x80 else { return nil }
            digits = digits.dropFirst()
        }
        guard digits.count <= 32 else { return nil }
        return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
}
