import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire

/// Verifies the signature of requests to the issuer's API: the headers `api-key: KEY` and `Authorization: HMAC TIME:SIGNATURE`.
///
/// The signature is HMAC-SHA-256 in lower-case hex over the time in milliseconds, the method, the path below `/api/v1` and the
/// MD5 in lower-case hex of the body's exact bytes, or of `{}` for an empty body. A query isn't covered, so it is refused.
struct RequestSignature: Sendable {
    let apiKey: Secret
    let secret: HMACKey<SHA256>
    /// The tolerated clock difference of the caller, in milliseconds.
    let tolerance: Int64

    init(apiKey: Secret, secret: Secret, tolerance: Int64) {
        self.apiKey = apiKey
        self.secret = HMACKey(secret)
        self.tolerance = tolerance
    }

    /// Throws unless `request`, received at `now`, is correctly signed.
    func check(_ request: HTTPRequest, at now: Int64) throws(IssuerRefusal) {
        guard request.url.query == nil else { throw .query }
        guard let key = only("api-key", request), Secret(copying: key.utf8).hasSameBytes(as: apiKey) else {
            throw .apiKey
        }
        guard let field = only("Authorization", request), field.hasPrefix("HMAC ") else { throw .signature }
        let parts = field.dropFirst(5).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...15).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy(\.isDigit),
            let time = Int64(parts[0]), parts[1].utf8.count == 64, !parts[1].utf8.contains(where: \.isUpperCaseLetter),
            let signature = Hex.decode(parts[1]), request.url.path.hasPrefix(IssuerCall.version + "/")
        else { throw .signature }
        let message = RequestSignature.message(
            time: String(parts[0]), method: request.method.rawValue,
            path: String(request.url.path.dropFirst(IssuerCall.version.count)), body: request.body)
        guard secret.isValid(signature, for: message) else { throw .signature }
        guard abs(time - now) <= tolerance else { throw .clock }
    }

    /// Returns the signed message.
    static func message(time: String, method: String, path: String, body: [UInt8]) -> [UInt8] {
        Array("\(time)\(method)\(path)\(Hex.encode(MD5.hash(body.isEmpty ? Array("{}".utf8) : body)))".utf8)
    }

    private func only(_ name: String, _ request: HTTPRequest) -> String? {
        let values = request.headers.values(of: name)
        return values.count == 1 ? values[0] : nil
    }
}
