import Foundation
import JourneyBase
import JourneyCrypto

/// Signs requests to the card issuer: an HMAC-SHA-256, by the API secret, over the time, the method, the path and the MD5 of
/// the body (the issuer's authentication; MD5 is the protocol's, and stands in `docs/reference/crypto.md`).
struct IssuerSigner: Sendable {
    private let apiKey: Secret
    private let key: HMACKey<SHA256>

    init(apiKey: Secret, apiSecret: Secret) {
        self.apiKey = apiKey
        key = HMACKey(apiSecret)
    }

    /// The header fields of a request whose path, below the API's version, is `path` and whose bytes are `body`.
    func headers(_ method: HTTPMethod, _ path: String, body: [UInt8], at moment: Date) -> HTTPFields {
        let stamp = String(Int64((moment.timeIntervalSince1970 * 1_000).rounded(.down)))
        return [
            "api-key": apiKey.withBytes { String(decoding: $0, as: UTF8.self) },
            "Authorization": "HMAC \(stamp):\(signature(method, path, body: body, stamp: stamp))",
            "Content-Type": "application/json",
        ]
    }

    /// 64 lower-case hexadecimal digits. `stamp` is milliseconds since 1970; a request without a body counts as `{}`.
    func signature(_ method: HTTPMethod, _ path: String, body: [UInt8], stamp: String) -> String {
        let digest = Hex.encode(MD5.hash(body.isEmpty ? Array("{}".utf8) : body))
        return Hex.encode(key.tag(Array("\(stamp)\(method.rawValue)\(path)\(digest)".utf8)))
    }
}
