import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// What one side tells the other so that they can meet: a key of this meeting and ways to get in touch.
///
/// A document's holder shows a device engagement (ISO/IEC 18013-5, section 8.2.1.1); a website shows a reader engagement,
/// which is built alike (ISO/IEC TS 18013-7, annex A.3). The bytes are kept as received, with keys that nobody here knows.
public struct Engagement: Sendable {
    /// The whole engagement, as received or as made.
    package let encoded: ArraySlice<UInt8>
    /// DeviceEngagementBytes: the engagement under tag 24, as received where it came so; this goes into the transcript.
    package private(set) var engagementBytes: [UInt8]
    package let version: StructureVersion
    /// The key of who shows the engagement, on a curve that can agree.
    public let key: PublicKey
    /// EDeviceKeyBytes or EReaderKeyBytes: the key under tag 24, as received.
    package let keyBytes: ArraySlice<UInt8>
    /// Ways to get in touch, in the order of preference; none when NFC's records name them.
    public let methods: [RetrievalMethod]
    /// What the device can do beyond the first edition; `nil` when it does not say in a form that is known.
    package let capabilities: DeviceCapabilities?
    /// All members, those too that nobody here knows.
    package let members: [CBORItem.Member]

    /// The engagement that these bytes are.
    ///
    /// Throws `CBORError`: `unsupported` for another major version, another cipher suite than 1, and keys that cannot agree.
    /// Members that are not known are kept and not looked at; a method of retrieval that makes no sense is
    /// `RetrievalMethod.unusable`, and the others count.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        members = try item.expectMap("an engagement")
        encoded = bytes
        engagementBytes = CBORWriter.embedding(bytes)
        version = try StructureVersion(Engagement.member(0, "the version", of: item))
        let security = try Engagement.member(1, "the security", of: item).expectArray("the security", count: 2...2)
        try security[0].require(
            security[0].expectUnsigned("the cipher suite") == 1, "a cipher suite that is not known", .unsupported)
        keyBytes = security[1].encoded
        key = try Engagement.agreementKey(security[1])
        methods = try RetrievalMethod.list(item[2])
        capabilities = item[6].flatMap(DeviceCapabilities.init)
    }

    /// The engagement in `item`, under tag 24, whose bytes are kept too. Throws `CBORError`.
    init(tagged item: CBORItem) throws(CBORError) {
        let inner = try item.expectEmbedded("the engagement", limits: DocumentLimits.engagement)
        try self.init(inner.encoded)
        engagementBytes = Array(item.encoded)
    }

    /// The key under tag 24 in `item`, on a curve that can agree. Throws `CBORError`.
    static func agreementKey(_ item: CBORItem) throws(CBORError) -> PublicKey {
        let inner = try item.expectEmbedded("the key", limits: DocumentLimits.engagement)
        let key = try inner.require(COSEKey(inner).agreementKey, "a key that cannot agree", .unsupported)
        return key
    }

    private static func member(
        _ label: Int64, _ what: StaticString, of item: CBORItem
    ) throws(CBORError) -> CBORItem {
        guard let member = item[label] else { throw CBORError(.missing, at: item.offset, "\(what) is not there") }
        return member
    }

    /// A new engagement with the public half of a key that is made for this meeting alone.
    ///
    /// The version is 1.1 when it has origins or capabilities, as those came with it, and 1.0 else. Throws `CBORError` for a
    /// key that cannot agree.
    public init(
        key: PublicKey, methods: [RetrievalMethod] = [], origins: [CBORValue]? = nil,
        capabilities: DeviceCapabilities? = nil
    ) throws(CBORError) {
        let value = try CBORError.require(COSEKey.value(key), .unsupported, at: 0, "a key that cannot agree")
        let isSecond = origins != nil || capabilities != nil
        var members: [CBORValue: CBORValue] = [
            0: .text((isSecond ? StructureVersion.second : .first).description),
            1: [1, .tagged(24, .bytes(value.encoded))],
        ]
        if !methods.isEmpty { members[2] = .array(methods.map(\.value)) }
        if let origins { members[5] = .array(origins) }
        if let capabilities { members[6] = capabilities.value }
        // Read as a peer will read it.
        try self.init(CBORValue.map(members).encoded[...])
    }

    /// What a reader expects in the characteristic Ident of the holder it means (ISO/IEC 18013-5, section 8.3.3.1.1.3): 16
    /// bytes.
    package var bluetoothIdent: [UInt8] {
        let input = Secret(count: keyBytes.count) { $0.copyBytes(from: keyBytes) }
        let ident = HKDFSHA256.derive(from: input, salt: [], info: Array("BLEIdent".utf8), count: 16)
        return ident.withBytes { Array($0) }
    }

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
    package var websiteMessage: [UInt8] {
        var writer = CBORWriter(capacity: engagementBytes.count + 32)
        writer.map(1)
        writer.member("deviceEngagementBytes", raw: engagementBytes)
        return writer.encoded
    }

    /// The engagement that a device sent to a website. Throws `CBORError`.
    public init(websiteMessage bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        _ = try item.expectMap("a website's message")
        try self.init(tagged: item.expectMember("deviceEngagementBytes"))
    }
}

extension PublicKey {
    /// The curve of a key that can agree; `nil` for Ed25519 and RSA.
    var agreementCurve: EllipticCurve? {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519, .rsa: nil
        }
    }
}
