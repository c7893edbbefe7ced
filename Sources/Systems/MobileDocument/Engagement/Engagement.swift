import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// The information with which one side lets the other connect: an ephemeral key and the retrieval methods.
///
/// A document's holder shows a device engagement (ISO/IEC 18013-5, section 8.2.1.1); a website shows a reader
/// engagement of the same form (ISO/IEC TS 18013-7, annex A.3). The bytes are kept as received, unknown members
/// included.
public struct Engagement: Sendable {
    /// The whole engagement, as received or created.
    package let encoded: ArraySlice<UInt8>
    /// DeviceEngagementBytes: the engagement under tag 24, as received if it came that way. Part of the session
    /// transcript.
    package private(set) var engagementBytes: [UInt8]
    package let version: StructureVersion
    /// The ephemeral key of the side that shows the engagement, on a curve for key agreement.
    public let key: PublicKey
    /// EDeviceKeyBytes or EReaderKeyBytes: the key under tag 24, as received.
    package let keyBytes: ArraySlice<UInt8>
    /// The retrieval methods in the order of preference; empty when NFC records name them.
    public let methods: [RetrievalMethod]
    /// The device's capabilities beyond the first edition; `nil` when it states none in a known form.
    package let capabilities: DeviceCapabilities?
    /// All members, unknown ones included.
    package let members: [CBORItem.Member]

    /// Parses an engagement. Unknown members are kept and ignored; an invalid retrieval method becomes
    /// `RetrievalMethod.unusable` and does not affect the others.
    ///
    /// - Parameter bytes: The encoded engagement.
    /// - Throws: `CBORError`: `unsupported` for another major version, a cipher suite other than 1, or a key without
    ///   key agreement.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        members = try item.expectMap("an engagement")
        encoded = bytes
        engagementBytes = CBORWriter.embedding(bytes)
        version = try StructureVersion(Engagement.member(0, "the version", of: item))
        let security = try Engagement.member(1, "the security", of: item).expectArray("the security", count: 2...2)
        try security[0].require(
            security[0].expectUnsigned("the cipher suite") == 1, "the cipher suite is not 1", .unsupported)
        keyBytes = security[1].encoded
        key = try Engagement.agreementKey(security[1])
        methods = try RetrievalMethod.list(item[2])
        capabilities = item[6].flatMap(DeviceCapabilities.init)
    }

    /// Parses the engagement under tag 24 in `item`, whose bytes are kept too. Throws `CBORError`.
    init(tagged item: CBORItem) throws(CBORError) {
        let inner = try item.expectEmbedded("the engagement", limits: DocumentLimits.engagement)
        try self.init(inner.encoded)
        engagementBytes = Array(item.encoded)
    }

    /// Parses the key under tag 24 in `item`, which must support key agreement. Throws `CBORError`.
    static func agreementKey(_ item: CBORItem) throws(CBORError) -> PublicKey {
        let inner = try item.expectEmbedded("the key", limits: DocumentLimits.engagement)
        let key = try inner.require(COSEKey(inner).agreementKey, "the key does not support key agreement", .unsupported)
        return key
    }

    private static func member(
        _ label: Int64, _ what: StaticString, of item: CBORItem
    ) throws(CBORError) -> CBORItem {
        guard let member = item[label] else { throw CBORError(.missing, at: item.offset, "\(what) is missing") }
        return member
    }

    /// Creates an engagement with the public half of an ephemeral key.
    ///
    /// The version is 1.1 with origins or capabilities, and 1.0 otherwise.
    ///
    /// - Parameters:
    ///   - key: The public half of the ephemeral key.
    ///   - methods: The retrieval methods in the order of preference.
    ///   - origins: The origin infos; `nil` for none.
    ///   - capabilities: The device's capabilities; `nil` for none.
    /// - Throws: `CBORError` with the reason `unsupported` for a key without key agreement.
    public init(
        key: PublicKey, methods: [RetrievalMethod] = [], origins: [CBORValue]? = nil,
        capabilities: DeviceCapabilities? = nil
    ) throws(CBORError) {
        let value = try CBORError.require(
            COSEKey.value(key), .unsupported, at: 0, "the key does not support key agreement")
        let isSecond = origins != nil || capabilities != nil
        var members: [CBORValue: CBORValue] = [
            0: .text((isSecond ? StructureVersion.second : .first).description),
            1: [1, .tagged(24, .bytes(value.encoded))],
        ]
        if !methods.isEmpty { members[2] = .array(methods.map(\.value)) }
        if let origins { members[5] = .array(origins) }
        if let capabilities { members[6] = capabilities.value }
        // Parsed as a peer parses it.
        try self.init(CBORValue.map(members).encoded[...])
    }

    /// The value of the Ident characteristic by which a reader recognises the holder (ISO/IEC 18013-5, section
    /// 8.3.3.1.1.3): 16 bytes.
    package var bluetoothIdent: [UInt8] {
        let input = Secret(count: keyBytes.count) { $0.copyBytes(from: keyBytes) }
        let ident = HKDFSHA256.derive(from: input, salt: [], info: Array("BLEIdent".utf8), count: 16)
        return ident.withBytes { Array($0) }
    }

    /// The URI scheme of an engagement.
    public enum Scheme: String, Sendable {
        /// The scheme of a holder's QR code (ISO/IEC 18013-5, section 8.2.2.3).
        case device = "mdoc:"
        /// The scheme of a website's link (ISO/IEC TS 18013-7, annex A.4).
        case website = "mdoc://"
    }

    /// The maximum length of an address, in bytes.
    private static let longest = Base64URL.encodedCount(8 << 10) + 7

    /// Parses the engagement in an address: its scheme in either case, followed by base64url without padding.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - scheme: The expected scheme.
    /// - Throws: `CBORError`; `notAllowed` at byte 0 for any other text. Other offsets count decoded bytes. A holder's
    ///   engagement must name a retrieval method (ISO/IEC 18013-5, section 8.2.1.1).
    public init(address: String, scheme: Scheme = .device) throws(CBORError) {
        try CBORError.require(
            address.utf8.count <= Engagement.longest, .tooLarge, at: Engagement.longest, "the address is too long")
        let bytes = Array(address.utf8)
        let prefix = Array(scheme.rawValue.utf8)
        // Compared as bytes: letters of other scripts may have an ASCII lower case.
        guard bytes.count > prefix.count,
            zip(bytes, prefix).allSatisfy({ $0 == $1 || (0x41...0x5A).contains($0) && $0 + 0x20 == $1 }),
            let decoded = Base64URL.decode(String(decoding: bytes[prefix.count...], as: UTF8.self))
        else {
            throw CBORError(
                .notAllowed, at: 0, "not an engagement address: expected the scheme and base64url without padding")
        }
        try self.init(decoded[...])
        try CBORError.require(
            scheme != .device || !methods.isEmpty, .missing, at: 0, "the engagement names no retrieval method")
    }

    /// Returns the engagement as a URI for a QR code (`mdoc:`) or a website's link (`mdoc://`). Parsing rejects an `mdoc:` URI
    /// without a retrieval method.
    public func address(_ scheme: Scheme = .device) -> String { scheme.rawValue + Base64URL.encode(encoded) }

    /// The first message of a device to a website (ISO/IEC TS 18013-7, annex A.5): its own engagement in a map.
    package var websiteMessage: [UInt8] {
        var writer = CBORWriter(capacity: engagementBytes.count + 32)
        writer.map(1)
        writer.member("deviceEngagementBytes", raw: engagementBytes)
        return writer.encoded
    }

    /// Parses the engagement that a device sent to a website.
    ///
    /// - Parameter bytes: The message.
    /// - Throws: `CBORError`.
    public init(websiteMessage bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.engagement)
        _ = try item.expectMap("a website's message")
        try self.init(tagged: item.expectMember("deviceEngagementBytes"))
    }
}

extension PublicKey {
    /// The curve of a key for key agreement; `nil` for Ed25519 and RSA.
    var agreementCurve: EllipticCurve? {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519, .rsa: nil
        }
    }
}
