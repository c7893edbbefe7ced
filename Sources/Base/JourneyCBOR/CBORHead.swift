/// The head of an item (RFC 8949, section 3): three bits of major type, five of additional information, and the bytes of the
/// argument.
enum CBORHead {
    enum Major: UInt8 { case unsigned, negative, bytes, text, array, map, tag, other }

    /// Additional information 31: an indefinite length, or the "break" that ends one.
    static let indefinite: UInt8 = 31
    static let breakByte: UInt8 = 0xFF

    /// Writes a head with its argument in the shortest form.
    @inline(__always)
    static func write(_ major: Major, _ argument: UInt64, into out: inout [UInt8]) {
        let type = major.rawValue << 5
        switch argument {
        case ..<24: out.append(type | UInt8(truncatingIfNeeded: argument))
        case ...0xFF:
            out.append(type | 24)
            out.append(UInt8(truncatingIfNeeded: argument))
        case ...0xFFFF:
            out.append(type | 25)
            append(argument, size: 2, into: &out)
        case ...0xFFFF_FFFF:
            out.append(type | 26)
            append(argument, size: 4, into: &out)
        default:
            out.append(type | 27)
            append(argument, size: 8, into: &out)
        }
    }

    /// Appends the low `size` bytes of `value`, big-endian.
    static func append(_ value: UInt64, size: Int, into out: inout [UInt8]) {
        for index in (0..<size).reversed() { out.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
