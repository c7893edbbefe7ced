import JourneyBase
public import JourneyCBOR
import JourneyCrypto

/// A response encrypted for a website (ISO/IEC TS 18013-7, annex C): `["dcapi", {"enc", "cipherText"}]`. Others learn
/// nothing but its length.
public struct EncryptedResponse: Sendable {
    /// The whole message, as received or created.
    package let encoded: [UInt8]
    /// The ranges of the encapsulated key and of the ciphertext in the message.
    let (encapsulated, ciphertext): (Range<Int>, Range<Int>)

    /// Parses a message that fills all of `bytes`. Unknown members are ignored.
    ///
    /// - Parameter bytes: The encoded message.
    /// - Throws: `CBORError`, also for indefinite-length strings.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        let item = try CBORReader.item(in: bytes[...], limits: DocumentLimits.encryptedResponse)
        let content = try OnlineText.content(item, "the encrypted response")
        encapsulated = try EncryptedResponse.place(content.expectMember("enc"), "the encapsulated key")
        ciphertext = try EncryptedResponse.place(content.expectMember("cipherText"), "the ciphertext")
        guard encapsulated.count == HPKE.encapsulatedCount else {
            throw CBORError(.notAllowed, at: encapsulated.lowerBound, "the encapsulated key has an invalid length")
        }
        guard ciphertext.count >= AESGCM.tagCount else {
            throw CBORError(.notAllowed, at: ciphertext.lowerBound, "the ciphertext is shorter than its tag")
        }
        encoded = bytes
    }

    /// Parses a message as a browser passes it to the website.
    ///
    /// - Parameter text: The message in base64url without padding.
    /// - Throws: `CBORError`.
    public init(_ text: String) throws(CBORError) {
        try self.init(OnlineText.bytes(text, DocumentLimits.encryptedResponse))
    }

    /// Encrypts `response` in place in the message.
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

    /// The message as a browser passes it to the website.
    public var text: String { Base64URL.encode(encoded) }

    private static func place(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> Range<Int> {
        guard !item.isInPieces else {
            throw CBORError(.notAllowed, at: item.offset, "\(what) is an indefinite-length string")
        }
        return try item.expectBytes(what).indices
    }
}
