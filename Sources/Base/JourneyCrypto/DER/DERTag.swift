/// The first byte of a DER element: class, form and a number below 31 (X.690, section 8.1.2).
///
/// Numbers from 31 on take more bytes. No supported structure uses them, and the reader refuses them.
package struct DERTag: RawRepresentable, Hashable, Sendable {
    /// The byte.
    package let rawValue: UInt8

    /// Creates the tag with that byte.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    static let boolean = DERTag(rawValue: 0x01)
    static let integer = DERTag(rawValue: 0x02)
    static let bitString = DERTag(rawValue: 0x03)
    package static let octetString = DERTag(rawValue: 0x04)
    static let null = DERTag(rawValue: 0x05)
    static let objectIdentifier = DERTag(rawValue: 0x06)
    package static let enumerated = DERTag(rawValue: 0x0A)
    static let utf8String = DERTag(rawValue: 0x0C)
    static let numericString = DERTag(rawValue: 0x12)
    static let printableString = DERTag(rawValue: 0x13)
    static let teletexString = DERTag(rawValue: 0x14)
    static let ia5String = DERTag(rawValue: 0x16)
    static let utcTime = DERTag(rawValue: 0x17)
    static let generalizedTime = DERTag(rawValue: 0x18)
    static let visibleString = DERTag(rawValue: 0x1A)
    static let universalString = DERTag(rawValue: 0x1C)
    static let bmpString = DERTag(rawValue: 0x1E)
    package static let sequence = DERTag(rawValue: 0x30)
    package static let set = DERTag(rawValue: 0x31)

    /// Returns the context-specific tag `number`, 0 to 30. `isConstructed` is for content that consists of elements.
    package static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
        precondition(number < 31, "a one-byte tag number must be below 31")
        return DERTag(rawValue: 0x80 | (isConstructed ? 0x20 : 0) | number)
    }
}
