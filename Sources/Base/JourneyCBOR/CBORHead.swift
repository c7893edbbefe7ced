/// What an item begins with (RFC 8949, section 3): three bits of major type, five of additional information, and the bytes
/// of the argument.
enum CBORHead {
    enum Major: UInt8 { case unsigned, negative, bytes, text, array, map, tag, other }

    /// Additional information 31: an indefinite length, or its end.
    static let indefinite: UInt8 = 31
    static let breakByte: UInt8 = 0xFF

    /// The head of that type with its argument in as few bytes as it takes.
    static func write(_ major: Major, _ argument: UInt64, into out: inout [UInt8]) {
        let type = major.rawValue << 5
        let (information, size): (UInt8, Int) =
            switch argument {
            case ..<24: (UInt8(argument), 0)
            case ...0xFF: (24, 1)
            case ...0xFFFF: (25, 2)
            case ...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        out.append(type | information)
        append(argument, size: size, into: &out)
    }

    /// The low `size` bytes of `value`, big-endian.
    static func append(_ value: UInt64, size: Int, into out: inout [UInt8]) {
        for index in (0..<size).reversed() { out.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
