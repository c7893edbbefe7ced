/// The departures from DER that a reader accepts. An empty set is DER; signatures always cover the bytes as received.
struct DERLeniency: OptionSet, Sendable {
    let rawValue: UInt8

    /// A BOOLEAN with any value but 0 is true (X.690, section 8.2.2).
    static let booleans = DERLeniency(rawValue: 1 << 0)
    /// Named bits may end in zero bits (X.690, section 11.2.2, forbids it in DER only).
    static let trailingZeroBits = DERLeniency(rawValue: 1 << 1)
    /// A default value may be encoded (X.690, section 11.5, forbids it in DER only).
    static let encodedDefaults = DERLeniency(rawValue: 1 << 2)
    /// A serial number may have up to 32 bytes (RFC 5280, section 4.1.2.2, allows 20).
    static let longSerialNumbers = DERLeniency(rawValue: 1 << 3)
    /// A malformed extension is treated as absent, if it isn't critical and grants nothing.
    static let malformedExtensions = DERLeniency(rawValue: 1 << 4)

    /// Returns the departures that may explain an error, the most specific first.
    static func candidates(for reason: DERFault) -> [DERLeniency] {
        switch reason {
        case .badBoolean: [.booleans, .malformedExtensions]
        case .badBitString: [.trailingZeroBits, .malformedExtensions]
        case .notAllowed: [.longSerialNumbers, .encodedDefaults, .malformedExtensions]
        default: [.malformedExtensions]
        }
    }
}
