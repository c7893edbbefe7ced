import JourneyBase
public import JourneyCBOR

extension Engagement {
    /// Who shows an engagement as an address.
    public enum Scheme: String, Sendable {
        /// A holder's QR code (ISO/IEC 18013-5, section 8.2.2.3).
        case device = "mdoc:"
        /// A website's link (ISO/IEC TS 18013-7, annex A.4).
        case website = "mdoc://"
    }

    /// The longest address that is read, in bytes.
    private static let longest = Base64URL.encodedCount(8 << 10) + 7

    /// The engagement in an address: its scheme in either case, then base64url without padding, and nothing else.
    ///
    /// Throws `CBORError`; for what is no such address, with `notAllowed` at byte 0. Other offsets count decoded bytes. A
    /// holder's code has to name a way to get in touch (ISO/IEC 18013-5, section 8.2.1.1).
    public init(address: String, scheme: Scheme = .device) throws(CBORError) {
        try CBORError.require(
            address.utf8.count <= Engagement.longest, .tooLarge, at: Engagement.longest, "longer than allowed")
        let bytes = Array(address.utf8)
        let prefix = Array(scheme.rawValue.utf8)
        // Bytes, because letters of other scripts have an ASCII lower case.
        guard bytes.count > prefix.count,
            zip(bytes, prefix).allSatisfy({ $0 == $1 || (0x41...0x5A).contains($0) && $0 + 0x20 == $1 }),
            let decoded = Base64URL.decode(String(decoding: bytes[prefix.count...], as: UTF8.self))
        else { throw CBORError(.notAllowed, at: 0, "no address of an engagement") }
        try self.init(decoded[...])
        try CBORError.require(
            scheme != .device || !methods.isEmpty, .missing, at: 0, "a code says no way to get in touch")
    }

    /// The address that shows the engagement; a holder's, with a way to get in touch.
    public func address(_ scheme: Scheme = .device) -> String { scheme.rawValue + Base64URL.encode(encoded) }

    /// What a device sends to a website first (ISO/IEC TS 18013-7, annex A.5): its own engagement, in a map.
    public var websiteMessage: [UInt8] {
        var writer = CBORWriter(capacity: engagementBytes.count + 32)
        writer.map(1)
        writer.text("deviceEngagementBytes")
        writer.raw(engagementBytes)
        return writer.encoded
    }

    /// The engagement that a device sent to a website. Throws `CBORError`.
    public init(websiteMessage bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        _ = try item.expectMap("a website's message")
        try self.init(tagged: item.expectMember("deviceEngagementBytes"))
    }
}
