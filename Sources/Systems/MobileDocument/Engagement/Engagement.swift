public import JourneyCBOR
public import JourneyCrypto

/// What one side tells the other so that they can meet: a key of this meeting and ways to get in touch.
///
/// A document's holder shows a device engagement (ISO/IEC 18013-5, section 8.2.1.1); a website shows a reader engagement,
/// which is built alike (ISO/IEC TS 18013-7, annex A.3). The bytes are kept as received, with keys that nobody here knows.
public struct Engagement: Sendable {
    /// The whole engagement, as received or as made.
    public let encoded: ArraySlice<UInt8>
    /// DeviceEngagementBytes: the engagement under tag 24, as received where it came so; this goes into the transcript.
    public private(set) var engagementBytes: [UInt8]
    public let version: StructureVersion
    /// The key of who shows the engagement, on a curve that can agree.
    public let key: PublicKey
    /// EDeviceKeyBytes or EReaderKeyBytes: the key under tag 24, as received.
    public let keyBytes: ArraySlice<UInt8>
    /// Ways to get in touch, in the order of preference; none when NFC's records name them.
    public let methods: [RetrievalMethod]
    /// What the device can do beyond the first edition; `nil` when it does not say in a form that is known.
    public let capabilities: DeviceCapabilities?
    /// All members, those too that nobody here knows.
    public let members: [CBORItem.Member]

    /// The engagement that these bytes are.
    ///
    /// Throws `CBORError`: `unsupported` for another major version, another cipher suite than 1, and keys that cannot agree.
    /// Members that are not known are kept and not looked at; a method of retrieval that makes no sense is
    /// `RetrievalMethod.unusable`, and the others count.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        members = try item.expectMap("an engagement")
        encoded = bytes
        var writer = CBORWriter(capacity: bytes.count + 8)
        writer.embedded(bytes)
        engagementBytes = writer.encoded
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
