import JourneyBase
public import JourneyCBOR
import JourneyCrypto

/// A response sealed for a website (ISO/IEC TS 18013-7, annex C): `["dcapi", {"enc", "cipherText"}]`. Whoever has it knows
/// nothing of it but its length.
public struct EncryptedResponse: Sendable {
    /// The whole message, as received or as made.
    package let encoded: [UInt8]
    /// Where the encapsulated key and the ciphertext stand in it.
    let (encapsulated, ciphertext): (Range<Int>, Range<Int>)

    /// The message that these bytes are, and nothing else. Throws `CBORError`; strings in pieces are refused, members that are
    /// not known are passed over.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        let item = try CBORReader.item(in: bytes[...], limits: DocumentLimits.encryptedResponse)
        let content = try OnlineText.content(item, "the encrypted response")
        encapsulated = try EncryptedResponse.place(content.expectMember("enc"), "the encapsulated key")
        ciphertext = try EncryptedResponse.place(content.expectMember("cipherText"), "the ciphertext")
        guard encapsulated.count == HPKE.encapsulatedCount else {
            throw CBORError(.notAllowed, at: encapsulated.lowerBound, "an encapsulated key of another length")
        }
        guard ciphertext.count >= AESGCM.tagCount else {
            throw CBORError(.notAllowed, at: ciphertext.lowerBound, "a ciphertext that is shorter than its tag")
        }
        encoded = bytes
    }

    /// The message in `text`, base64url without padding, as a browser hands it to the website. Throws `CBORError`.
    public init(_ text: String) throws(CBORError) {
        try self.init(OnlineText.bytes(text, DocumentLimits.encryptedResponse))
    }

    /// Seals `response` where it stands in the message.
    init(sealing response: [UInt8], by sender: inout HPKESender) throws(CryptoError) {
        let count = response.count + AESGCM.tagCount
        var writer = CBORWriter(capacity: count + 128)
        writer.array(2)
        writer.text(OnlineText.protocolName)
        writer.map(2)
        writer.member("enc", .bytes(sender.encapsulated))
        let encapsulated = writer.encoded.count - sender.encapsulated.count..<writer.encoded.count
        writer.text("cipherText")
        writer.bytesHead(count)
        let ciphertext = writer.encoded.count..<writer.encoded.count + count
        writer.raw(response)
        writer.raw(repeatElement(0, count: AESGCM.tagCount))
        var message = writer.finish()
        try message.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
            try sender.seal(
                inPlace: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[ciphertext])), aad: []
            )
        }
        encoded = message
        (self.encapsulated, self.ciphertext) = (encapsulated, ciphertext)
    }

    /// The message as a browser hands it to the website.
    public var text: String { Base64URL.encode(encoded) }

    private static func place(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> Range<Int> {
        guard !item.isInPieces else { throw CBORError(.notAllowed, at: item.offset, "\(what) came in pieces") }
        return try item.expectBytes(what).indices
    }
}
