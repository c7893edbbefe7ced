import Foundation

/// Encodes DER; equal values give equal bytes.
package struct DERWriter: Sendable {
    /// The encoded bytes.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    package init() {}

    /// Returns the bytes that `body` writes.
    package static func bytes(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        body(&writer)
        return writer.bytes
    }

    /// Writes an element with that content.
    package mutating func element(_ tag: DERTag, _ content: some Collection<UInt8>) {
        bytes.append(tag.rawValue)
        if content.count < 0x80 {
            bytes.append(UInt8(content.count))
        } else {
            let size = (content.count.bitWidth - content.count.leadingZeroBitCount + 7) / 8
            bytes.append(0x80 | UInt8(size))
            for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: content.count >> (8 * index))) }
        }
        bytes += content
    }

    /// Writes an element whose content `body` writes.
    package mutating func element(_ tag: DERTag, _ body: (inout DERWriter) -> Void) {
        element(tag, DERWriter.bytes(body))
    }

    /// Writes a SEQUENCE whose content `body` writes.
    package mutating func sequence(_ body: (inout DERWriter) -> Void) { element(.sequence, body) }

    /// Writes a SET OF these encoded elements in DER order (X.690, section 11.6).
    mutating func set(of elements: [[UInt8]]) {
        element(.set, elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 })
    }

    /// Writes bytes that are already DER.
    package mutating func raw(_ encoded: some Collection<UInt8>) { bytes += encoded }

    /// Writes a BOOLEAN.
    mutating func boolean(_ value: Bool) { element(.boolean, [value ? 0xFF : 0]) }

    /// Writes a NULL.
    mutating func null() { element(.null, []) }

    /// Writes a non-negative INTEGER.
    mutating func integer(_ value: UInt64) {
        integer(magnitude: (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    /// Writes a non-negative INTEGER from big-endian bytes; leading zeros are dropped.
    mutating func integer(magnitude: some Collection<UInt8>) {
        let digits = Array(magnitude.drop { $0 == 0 })
        element(.integer, digits.first.map { $0 < 0x80 } == true ? digits : [0] + digits)
    }

    /// Writes an OBJECT IDENTIFIER.
    package mutating func objectIdentifier(_ value: OID) { element(.objectIdentifier, value.encoded) }

    /// Writes an OCTET STRING.
    package mutating func octetString(_ value: some Collection<UInt8>) { element(.octetString, value) }

    /// Writes a BIT STRING of whole bytes.
    package mutating func bitString(_ value: some Collection<UInt8>) { element(.bitString, [0] + value) }

    /// Writes a BIT STRING with named bits: bit 0 is the lowest of `value`, and trailing zeros are dropped.
    mutating func namedBits(_ value: UInt32, tag: DERTag = .bitString) {
        let count = UInt32.bitWidth - value.leadingZeroBitCount
        var content = [UInt8](repeating: 0, count: 1 + (count + 7) / 8)
        content[0] = UInt8((8 - count % 8) % 8)
        for bit in 0..<count where value >> UInt32(bit) & 1 == 1 { content[1 + bit / 8] |= 0x80 >> (bit % 8) }
        element(tag, content)
    }

    /// Writes text as PrintableString when its character set suffices, otherwise as UTF8String.
    mutating func text(_ value: String) {
        element(value.utf8.allSatisfy(DERElement.isPrintable) ? .printableString : .utf8String, Array(value.utf8))
    }

    /// Writes a time truncated to the second: UTCTime from 1950 through 2049, otherwise GeneralizedTime (RFC 5280, section
    /// 4.1.2.5). Years outside 1 to 9999 become the last representable moment, which RFC 5280 uses for "no expiration".
    mutating func time(_ date: Date) {
        guard let time = CivilTime(date) else { return element(.generalizedTime, Array("99991231235959Z".utf8)) }
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let isShort = (1_950..<2_050).contains(time.year)
        let year = isShort ? digits(time.year % 100, 2) : digits(time.year, 4)
        let rest = [time.month, time.day, time.hour, time.minute, time.second].map { digits($0, 2) }.joined()
        element(isShort ? .utcTime : .generalizedTime, Array("\(year)\(rest)Z".utf8))
    }
}
