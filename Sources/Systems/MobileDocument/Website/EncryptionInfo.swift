import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// How a website that asks by the Digital Credentials API wants its response encrypted (ISO/IEC TS 18013-7, annex C, protocol
/// `org-iso-mdoc`): `["dcapi", {"nonce", "recipientPublicKey"}]`, in base64url beside the request.
///
/// The text is kept as it came: its hash, with the website's origin, is the handover, and so every key and signature of the
/// presentation depends on it.
public struct EncryptionInfo: Sendable, Hashable {
    /// The info as the website sends it, in base64url without padding.
    public let text: String
    /// What makes this request unlike any other; `nil` when the website gave none.
    public let nonce: [UInt8]?
    /// The key to which the response is sealed.
    package let recipientKey: P256PublicKey

    /// The bytes that a website's nonce has at least, when it is made here.
    package static let nonceCount = 16

    /// The info in `text`.
    ///
    /// Throws `CBORError`: `tooLarge` before anything is decoded, `notAllowed` at byte 0 for what is no base64url without
    /// padding, `unsupported` for another protocol and for a key that is not one for agreement on P-256. Other offsets count
    /// decoded bytes. Members that are not known are passed over.
    public init(_ text: String) throws(CBORError) {
        let item = try CBORReader.item(
            in: OnlineText.bytes(text, DocumentLimits.encryptionInfo)[...], limits: DocumentLimits.encryptionInfo)
        let parameters = try OnlineText.content(item, "the encryption info")
        let key = try parameters.expectMember("recipientPublicKey")
        guard case .p256(let point)? = try COSEKey(key).agreementKey else {
            throw CBORError(.unsupported, at: key.offset, "a key that is none for agreement on P-256")
        }
        self.text = text
        nonce = try parameters["nonce"].map { item throws(CBORError) in Array(try item.expectBytes("the nonce")) }
        recipientKey = point
    }

    /// The info of a new request. Throws `CBORError.notAllowed` for a nonce of fewer than 16 or more than 64 bytes; draw a new
    /// one, and a new key, for each request.
    public init(recipientKey: P256PublicKey, nonce: [UInt8]) throws(CBORError) {
        try CBORError.require(
            (EncryptionInfo.nonceCount...64).contains(nonce.count), .notAllowed, at: 0, "a nonce of another length")
        var writer = CBORWriter(capacity: 160)
        writer.array(2)
        writer.text(OnlineText.protocolName)
        writer.value(["nonce": .bytes(nonce), "recipientPublicKey": COSEKey.value(.p256(recipientKey)) ?? .null])
        text = Base64URL.encode(writer.encoded)
        self.nonce = nonce
        self.recipientKey = recipientKey
    }

    /// The transcript of the presentation to the website of `origin`, as the browser gives it and never as the website claims.
    public func transcript(origin: String) -> SessionTranscript {
        SessionTranscript(.digitalCredentials(encryptionInfo: text, origin: origin))
    }

    /// `response`, encoded, sealed for the website, which can be opened by nobody else and under no other transcript.
    ///
    /// HPKE in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM; its info is the encoded transcript. Throws
    /// `EnvelopeError.unavailable`.
    public func seal(_ response: [UInt8], origin: String) throws(EnvelopeError) -> EncryptedResponse {
        do throws(CryptoError) {
            var sender = try HPKESender(
                to: recipientKey, info: transcript(origin: origin).encoded, cipher: .aes128GCM)
            return try EncryptedResponse(sealing: response, by: &sender)
        } catch { throw EnvelopeError(.unavailable) }
    }
}

/// What both messages have in common.
enum OnlineText {
    static let protocolName = "dcapi"

    /// The bytes that `text` spells, when they are not more than `limits` have.
    static func bytes(_ text: String, _ limits: CBORLimits) throws(CBORError) -> [UInt8] {
        try CBORError.require(
            text.utf8.count <= Base64URL.encodedCount(limits.bytes), .tooLarge, at: limits.bytes, "longer than allowed")
        let bytes = try CBORError.require(Base64URL.decode(text), .notAllowed, at: 0, "no base64url without padding")
        return bytes
    }

    /// The map in `["dcapi", {…}]`.
    static func content(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> CBORItem {
        let parts = try item.expectArray(what, count: 2...2)
        guard try parts[0].expectText("the protocol's name").utf8.elementsEqual(protocolName.utf8) else {
            throw CBORError(.unsupported, at: parts[0].offset, "a protocol that is not known")
        }
        _ = try parts[1].expectMap(what)
        return parts[1]
    }
}
