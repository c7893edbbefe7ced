package import JourneyCBOR

/// Bounds on what is taken from a peer nobody knows yet, before any of it is parsed.
package enum DocumentLimits {
    /// A device or reader engagement.
    package static let engagement = CBORLimits(bytes: 8 << 10, depth: 16, items: 1_024)
    /// A session transcript, with NDEF messages in it.
    static let transcript = CBORLimits(bytes: 256 << 10, depth: 16, items: 1_024)
    /// A device request, with certificates in it.
    package static let request = CBORLimits(bytes: 256 << 10, depth: 32, items: 16_384)
    /// A device response, with portraits in it.
    package static let response = CBORLimits(bytes: 16 << 20, depth: 32, items: 200_000)
    /// A session's message: a response, encrypted, and a little more.
    package static let session = CBORLimits(bytes: (16 << 20) + 1_024, depth: 4, items: 8)
    /// A website's encryption info.
    static let encryptionInfo = CBORLimits(bytes: 4 << 10, depth: 8, items: 128)
    /// A response for a website, encrypted, and a little more.
    static let encryptedResponse = CBORLimits(bytes: (16 << 20) + 1_024, depth: 4, items: 16)
}
