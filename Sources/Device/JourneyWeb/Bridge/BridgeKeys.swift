internal import JourneyBase
internal import JourneyCrypto

/// The two keys of one document: one for each direction, so that a message cannot be sent back as an answer.
struct BridgeKeys: Sendable {
    static let nonceCount = 16
    static let documentIDCount = 16

    let pageToSDK: Secret
    let sdkToPage: Secret

    /// HKDF-SHA-256 over the agreed secret (the x-coordinate, 32 bytes), salted with the page's nonce and the document's
    /// id, both as bytes.
    init(secret: Secret, pageNonce: [UInt8], documentID: [UInt8]) {
        func key(_ direction: String) -> Secret {
            HKDFSHA256.derive(
                from: secret, salt: pageNonce + documentID, info: Array("journey-bridge/1.1 \(direction)".utf8),
                count: 32)
        }
        pageToSDK = key("page-to-sdk")
        sdkToPage = key("sdk-to-page")
    }
}
