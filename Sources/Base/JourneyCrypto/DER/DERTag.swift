/// The first byte of a DER element: class, form and a number below 31 (X.690, section 8.1.2).
///
/// Numbers from 31 on take more bytes; nothing that is read here uses them, and the reader refuses them.
public struct DERTag: RawRepresentable, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// The tag of that byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let boolean = DERTag(rawValue: 0x01)
    public static let integer = DERTag(rawValue: 0x02)
    public static let bitString = DERTag(rawValue: 0x03)
    public static let octetString = DERTag(rawValue: 0x04)
    public static let null = DERTag(rawValue: 0x05)
    public static let objectIdentifier = DERTag(rawValue: 0x06)
    public static let enumerated = DERTag(rawValue: 0x0A)
    public static let utf8String = DERTag(rawValue: 0x0C)
    public static let numericString = DERTag(rawValue: 0x12)
    public static let printableString = DERTag(rawValue: 0x13)
    public static let teletexString = DERTag(rawValue: 0x14)
    public static let ia5String = DERTag(rawValue: 0x16)
    public static let utcTime = DERTag(rawValue: 0x17)
    public static let generalizedTime = DERTag(rawValue: 0x18)
    public static let visibleString = DERTag(rawValue: 0x1A)
    public static let universalString = DERTag(rawValue: 0x1C)
    public static let bmpString = DERTag(rawValue: 0x1E)
    public static let sequence = DERTag(rawValue: 0x30)
    public static let set = DERTag(rawValue: 0x31)

    /// The context-specific tag `number`, 0 to 30, around a value of its own form: `isConstructed` for what has parts.
    public static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
        precondition(number < 31, "a tag number of one byte is below 31")
        return DERTag(rawValue: 0x80 | (isConstructed ? 0x20 : 0) | number)
    }
}
