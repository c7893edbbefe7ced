import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension FuzzTarget {
    /// The data of a website and a browser (ISO/IEC TS 18013-7, annex C): the info is kept unchanged, and only data sealed for
    /// the website is opened.
    static let website = FuzzTarget("website", seeds: seeds) { input in
        if let info = try? EncryptionInfo(Base64URL.encode(input)) {
            promise(Base64URL.decode(info.text) == input, "the info is kept")
            guard let sealed = try? info.seal([1], origin: origin) else { return promise(false, "a key seals") }
            promise((try? EncryptedResponse(sealed.text))?.encoded == sealed.encoded, "what is sealed is read")
            // The recipient's key is not the site's, or the info is another request's.
            let isOwn = info.text == site.encryptionInfo.text
            promise(isOwn || (try? site.open(sealed, origin: origin)) == nil, "a request opens its own responses")
        }
        if let message = try? EncryptedResponse(input) {
            promise(message.encoded == input, "the message is kept")
            if let opened = try? site.open(message, origin: origin) {
                promise(Array(opened) == plaintext, "only what was sealed opens")
            }
        }
    }

    private static let origin = "https://a.example"
    private static let plaintext: [UInt8] = [1, 2, 3]
    private static let site = Fixed.made {
        try WebsiteRequest(
            EncryptionInfo(recipientKey: Fixed.recipient.publicKey, nonce: [UInt8](repeating: 7, count: 16)),
            key: Fixed.recipient)
    }
    private static let seeds: [[UInt8]] = Fixed.made {
        let info = Base64URL.decode(site.encryptionInfo.text) ?? []
        return [info, try site.encryptionInfo.seal(plaintext, origin: origin).encoded]
    }
}
