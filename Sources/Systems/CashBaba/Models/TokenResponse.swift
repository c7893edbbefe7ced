public import JourneyBase
import JourneyWire

/// The token granted by the token call.
public struct TokenResponse: Sendable {
    public let accessToken: Secret
    /// The lifetime in seconds.
    public let expiresIn: Int

    /// The lifetime if the service gives none, in seconds.
    static let standardLife = 60
    /// The maximum lifetime that is accepted: one day, in seconds.
    static let longestLife = 86_400

    /// Reads the token. Throws `SDKError.decode` if `body` has no bearer token or it has expired.
    init(_ body: JSONValue) throws(SDKError) {
        let token = try WalletToken(answer: body)
        let isToken = token.accessToken.secret.withBytes { bytes in
            (1...8_192).contains(bytes.count) && bytes.allSatisfy { $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }
        }
        guard isToken, token.tokenType.map({ $0.lowercased() == "bearer" }) ?? true else {
            throw .decode("The response has no bearer token.")
        }
        let life = token.expiresIn ?? TokenResponse.standardLife
        guard life > 0 else { throw .decode("The token in the response has already expired.") }
        accessToken = token.accessToken.secret
        expiresIn = min(life, TokenResponse.longestLife)
    }
}
