package import JourneyCBOR

/// The limits for data of an untrusted peer, enforced before parsing.
package enum DocumentLimits {
    /// A device or reader engagement.
    package static let engagement = CBORLimits(bytes: 8 << 10, depth: 16, items: 1_024)
    /// A session transcript, which contains NDEF messages.
    static let transcript = CBORLimits(bytes: 256 << 10, depth: 16, items: 1_024)
    /// A device request, which contains certificates.
    package static let request = CBORLimits(bytes: 256 << 10, depth: 32, items: 16_384)
    /// A device response, which contains portraits.
    package static let response = CBORLimits(bytes: 16 << 20, depth: 32, items: 200_000)
    /// A session message: an encrypted response and its envelope.
    package static let session = CBORLimits(bytes: (16 << 20) + 1_024, depth: 4, items: 8)
    /// A website's encryption info.
    static let encryptionInfo = CBORLimits(bytes: 4 << 10, depth: 8, items: 128)
    /// An encrypted response for a website, with its envelope.
    static let encryptedResponse = CBORLimits(bytes: (16 << 20) + 1_024, depth: 4, items: 16)
}
