public import JourneyBase
import JourneyWire

/// What the token call granted.
public struct TokenResponse: Sendable {
    public let accessToken: Secret
    /// How long it is good, in seconds.
    public let expiresIn: Int

    /// What counts where the service does not say.
    static let standardLife = 60
    /// The longest life that is believed: a day.
    static let longestLife = 86_400

    /// Throws `SDKError.decode` when there is no bearer token in `body`.
    init(_ body: JSONValue) throws(SDKError) {
        let token = try WalletToken(answer: body)
        let isToken = token.accessToken.secret.withBytes { bytes in
            (1...8_192).contains(bytes.count) && bytes.allSatisfy { $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }
        }
        guard isToken, token.tokenType.map({ $0.lowercased() == "bearer" }) ?? true else {
            throw .decode("The answer holds no bearer token.")
        }
        let life = token.expiresIn ?? TokenResponse.standardLife
        guard life > 0 else { throw .decode("The token has expired already.") }
        accessToken = token.accessToken.secret
        expiresIn = min(life, TokenResponse.longestLife)
    }
}
