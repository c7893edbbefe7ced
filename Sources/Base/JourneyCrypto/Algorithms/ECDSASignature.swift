/// Conversions between the two encodings of an ECDSA signature: r ‖ s, each as long as a coordinate (RFC 7518, section 3.4), and
/// DER (RFC 3279, section 2.2.3).
package enum ECDSASignature {
    /// Upper bound in bytes of the DER form for any supported curve: two integers of at most 67 bytes and four header bytes.
    static let longestDER = 141

    /// Returns the DER form of `raw`, or `nil` when its length does not match the curve. The verifier checks the range of r and
    /// s.
    package static func der(raw: [UInt8], curve: EllipticCurve) -> [UInt8]? {
        guard raw.count == curve.signatureCount else { return nil }
        return [UInt8](unsafeUninitializedCapacity: longestDER) { out, count in
            count = raw.withUnsafeBytes { writeDER(raw: $0, into: UnsafeMutableRawBufferPointer(out)) }
        }
    }

    /// Returns the r ‖ s form of `der`, or `nil` when it is not strict DER of two integers that fit the curve's coordinates.
    package static func raw(der: [UInt8], curve: EllipticCurve) -> [UInt8]? {
        var raw = [UInt8](repeating: 0, count: curve.signatureCount)
        let isRead = raw.withUnsafeMutableBytes { out in der.withUnsafeBytes { writeRaw(der: $0, into: out) } }
        return isRead ? raw : nil
    }

    /// Writes the DER form of `raw` and returns its length. `out` must have room for `longestDER` bytes.
    static func writeDER(raw: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer) -> Int {
        let r = significant(raw, 0..<raw.count / 2)
        let s = significant(raw, raw.count / 2..<raw.count)
        let content = 4 + length(raw, r) + length(raw, s)
        var at = 0
        put(0x30, out, &at)
        if content >= 0x80 { put(0x81, out, &at) }
        put(content, out, &at)
        put(raw, r, out, &at)
        put(raw, s, out, &at)
        return at
    }

    private static func put(
        _ raw: UnsafeRawBufferPointer, _ number: Range<Int>, _ out: UnsafeMutableRawBufferPointer, _ at: inout Int
    ) {
        put(0x02, out, &at)
        put(length(raw, number), out, &at)
        if number.isEmpty || raw[number.lowerBound] >= 0x80 { put(0, out, &at) }
        for index in number { put(Int(raw[index]), out, &at) }
    }

    private static func put(_ byte: Int, _ out: UnsafeMutableRawBufferPointer, _ at: inout Int) {
        out[at] = UInt8(truncatingIfNeeded: byte)
        at += 1
    }

    /// Returns the range of the significant bytes of an integer, without leading zeros; empty for zero.
    private static func significant(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound, raw[start] == 0 { start += 1 }
        return start..<range.upperBound
    }

    /// Returns the length of an integer in DER: one more byte when the first bit would be a sign, and one for zero.
    private static func length(_ raw: UnsafeRawBufferPointer, _ number: Range<Int>) -> Int {
        number.count + (number.isEmpty || raw[number.lowerBound] >= 0x80 ? 1 : 0)
    }

    /// Writes the r ‖ s form of `der` over all of `out`. Returns `false` when `der` is not strict DER or does not fit.
    static func writeRaw(der: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer) -> Bool {
        guard der.count >= 3, der.count <= longestDER, der[0] == 0x30 else { return false }
        // DER requires the shortest form of the length.
        let isLong = der[1] == 0x81
        let start = isLong ? 3 : 2
        let content = Int(isLong ? der[2] : der[1])
        guard isLong ? content >= 0x80 : content < 0x80, der.count == start + content else { return false }
        let half = out.count / 2
        let r = UnsafeMutableRawBufferPointer(rebasing: out[..<half])
        let s = UnsafeMutableRawBufferPointer(rebasing: out[half...])
        guard let middle = writeNumber(der, at: start, into: r), let end = writeNumber(der, at: middle, into: s) else {
            return false
        }
        return end == der.count
    }

    /// Writes the integer whose header is at `start` over all of `out`, and returns the index of the next one.
    private static func writeNumber(
        _ der: UnsafeRawBufferPointer, at start: Int, into out: UnsafeMutableRawBufferPointer
    ) -> Int? {
        guard der.count - start >= 3, der[start] == 0x02 else { return nil }
        let count = Int(der[start + 1])
        var at = start + 2
        guard (1...out.count + 1).contains(count), der.count - at >= count else { return nil }
        let end = at + count
        // Not negative, and without a redundant zero byte.
        guard der[at] < 0x80, der[at] != 0 || count == 1 || der[at + 1] >= 0x80 else { return nil }
        if der[at] == 0 { at += 1 }
        guard end - at <= out.count else { return nil }
        let zeros = out.count - (end - at)
        for index in out.indices { out[index] = index < zeros ? 0 : der[at + index - zeros] }
        return end
    }
}
