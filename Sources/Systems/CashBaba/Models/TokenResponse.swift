public import JourneyBase

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
        let members = ResponseMembers(body.object ?? [:])
        guard let text = try members.text("access_token"), (1...8_192).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }),
            try members.text("token_type").map({ $0.lowercased() == "bearer" }) ?? true
        else { throw .decode("The answer holds no bearer token.") }
        let life = try members.whole("expires_in") ?? TokenResponse.standardLife
        guard life > 0 else { throw .decode("The token has expired already.") }
        accessToken = Secret(copying: text.utf8)
        expiresIn = min(life, TokenResponse.longestLife)
    }
}
