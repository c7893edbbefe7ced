import JourneyBase
import JourneyCrypto

/// The pass service's access tokens: 256 random bits in base64url, stored as their SHA-256.
enum PassToken {
    static func fresh(_ dependencies: Dependencies) -> Secret {
        Secret(copying: Base64URL.encode(dependencies.random(32)).utf8)
    }

    static func hash(of token: Secret) -> [UInt8] { token.withBytes { SHA256.hash(Array($0)) } }

    static func hash(of token: String) -> [UInt8] { SHA256.hash(Array(token.utf8)) }
}
