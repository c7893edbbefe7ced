import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// The encryption parameters of a website that requests a document through the Digital Credentials API (ISO/IEC TS
/// 18013-7, annex C, protocol `org-iso-mdoc`): `["dcapi", {"nonce", "recipientPublicKey"}]`, in base64url beside the
/// request.
///
/// The text is kept as received: the hash of it and of the website's origin is the handover, on which every key and
/// signature of the presentation depends.
public struct EncryptionInfo: Sendable, Hashable {
    /// The info as sent by the website, in base64url without padding.
    public let text: String
    /// The nonce of this request; `nil` when the website sent none.
    public let nonce: [UInt8]?
    /// The public key for which the response is encrypted.
    package let recipientKey: P256PublicKey

    /// The minimum length of a nonce that is created here, in bytes.
    package static let nonceCount = 16

    /// Parses an encryption info. Unknown members are ignored.
    ///
    /// - Parameter text: The info in base64url without padding.
    /// - Throws: `CBORError`: `tooLarge` before anything is decoded, `notAllowed` at byte 0 for invalid base64url,
    ///   `unsupported` for another protocol or a key that does not support agreement on P-256. Other offsets count
    ///   decoded bytes.
    public init(_ text: String) throws(CBORError) {
        let item = try CBORReader.item(
            in: OnlineText.bytes(text, DocumentLimits.encryptionInfo)[...], limits: DocumentLimits.encryptionInfo)
        let parameters = try OnlineText.content(item, "the encryption info")
        let key = try parameters.expectMember("recipientPublicKey")
        guard case .p256(let point)? = try COSEKey(key).agreementKey else {
            throw CBORError(.unsupported, at: key.offset, "the key does not support agreement on P-256")
        }
        self.text = text
        nonce = try parameters["nonce"].map { item throws(CBORError) in Array(try item.expectBytes("the nonce")) }
        recipientKey = point
    }

    /// Creates the info of a new request. Generate a new nonce and a new key for each request.
    ///
    /// - Parameters:
    ///   - recipientKey: The public key for which the response is encrypted.
    ///   - nonce: The nonce, 16 to 64 bytes.
    /// - Throws: `CBORError` with the reason `notAllowed` for a nonce of another length.
    public init(recipientKey: P256PublicKey, nonce: [UInt8]) throws(CBORError) {
        try CBORError.require(
            (EncryptionInfo.nonceCount...64).contains(nonce.count), .notAllowed, at: 0,
            "the nonce must have 16 to 64 bytes")
        var writer = CBORWriter(capacity: 160)
        writer.array(2)
        writer.text(OnlineText.protocolName)
        writer.value(["nonce": .bytes(nonce), "recipientPublicKey": COSEKey.value(.p256(recipientKey)) ?? .null])
        text = Base64URL.encode(writer.encoded)
        self.nonce = nonce
        self.recipientKey = recipientKey
    }

    /// Returns the transcript of the presentation to a website.
    ///
    /// - Parameter origin: The website's origin, as given by the browser and never as claimed by the website.
    public func transcript(origin: String) -> SessionTranscript {
        SessionTranscript(.digitalCredentials(encryptionInfo: text, origin: origin))
    }

    /// Encrypts a response for the website. It can be decrypted by the website only, and under this transcript only.
    ///
    /// HPKE in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM; its info is the encoded transcript.
    ///
    /// - Parameters:
    ///   - response: The encoded response.
    ///   - origin: The website's origin, as given by the browser.
    /// - Returns: The encrypted response.
    /// - Throws: `EnvelopeError` with the reason `unavailable`.
    public func seal(_ response: [UInt8], origin: String) throws(EnvelopeError) -> EncryptedResponse {
        do throws(CryptoError) {
            var sender = try HPKESender(
                to: recipientKey, info: transcript(origin: origin).encoded, cipher: .aes128GCM)
            return try EncryptedResponse(sealing: response, by: &sender)
        } catch { throw EnvelopeError(.unavailable) }
    }
}

/// The form that both messages share.
enum OnlineText {
    static let protocolName = "dcapi"

    /// Decodes `text` if it does not exceed `limits`.
    static func bytes(_ text: String, _ limits: CBORLimits) throws(CBORError) -> [UInt8] {
        try CBORError.require(
            text.utf8.count <= Base64URL.encodedCount(limits.bytes), .tooLarge, at: limits.bytes, "the text is too long"
        )
        let bytes = try CBORError.require(Base64URL.decode(text), .notAllowed, at: 0, "not base64url without padding")
        return bytes
    }

    /// Returns the map in `["dcapi", {…}]`.
    static func content(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> CBORItem {
        let parts = try item.expectArray(what, count: 2...2)
        guard try parts[0].expectText("the protocol's name").utf8.elementsEqual(protocolName.utf8) else {
            throw CBORError(.unsupported, at: parts[0].offset, "the protocol is not dcapi")
        }
        _ = try parts[1].expectMap(what)
        return parts[1]
    }
}
