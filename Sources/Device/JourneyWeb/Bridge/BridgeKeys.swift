internal import JourneyBase
internal import JourneyCrypto

/// The keys of one document: one for each direction, so that a message can't be reflected as an answer.
struct BridgeKeys: Sendable {
    static let nonceCount = 16
    static let documentIDCount = 16

    /// The key that signs the page's messages.
    let pageToSDK: Secret
    let sdkToPage: Secret

    /// Derives both keys with HKDF-SHA-256 from the shared secret (the x-coordinate, 32 bytes), salted with the page's nonce and
    /// the document's id as bytes. The labels contain the version, so that keys of different versions differ.
    init(secret: Secret, pageNonce: [UInt8], documentID: [UInt8], version: BridgeVersion = .v11) {
        func key(_ direction: Direction) -> Secret {
            BridgeKeys.derive(secret, pageNonce + documentID, direction.label(version))
        }
        pageToSDK = key(.pageToSDK)
        sdkToPage = key(.sdkToPage)
    }

    enum Direction: String {
        case pageToSDK = "page-to-sdk"
        case sdkToPage = "sdk-to-page"

        func label(_ version: BridgeVersion) -> String { "journey-bridge/\(version.rawValue) \(rawValue)" }
    }

    /// Derives one key of 32 bytes.
    static func derive(_ secret: Secret, _ salt: [UInt8], _ info: String) -> Secret {
        HKDFSHA256.derive(from: secret, salt: salt, info: Array(info.utf8), count: 32)
    }
}
