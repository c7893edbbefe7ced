public import JourneyBase
public import JourneyCrypto

/// A bank's authorization server, as registered for the host.
///
/// OAuth 2.0 with a code and PKCE (RFC 6749, RFC 7636), the response's issuer (RFC 9207) and an ID token (OpenID Connect Core).
public struct SignInProfile: Hashable, Sendable {
    /// The issuer that responses and ID tokens must name, byte for byte.
    public var issuer: String
    /// The authorization endpoint, without a query (RFC 6749, section 3.1).
    public var authorizationEndpoint: HTTPSURL
    /// The token endpoint (RFC 6749, section 3.2).
    public var tokenEndpoint: HTTPSURL
    /// The host's client id at the server.
    public var clientId: String
    /// The requested scopes, separated by spaces; `openid` is required.
    public var scope: String
    /// The path of the redirect address, after the host's `redirectScheme` and a colon; starts with `/`.
    public var redirectPath: String
    /// The keys that sign ID tokens.
    public var keys: JWKSet
    /// `true` when every journey needs sign-in; `false` when only those do whose manifest says so.
    public var isAlwaysNeeded: Bool

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, byte for byte.
    ///   - authorizationEndpoint: The authorization endpoint, without a query.
    ///   - tokenEndpoint: The token endpoint.
    ///   - clientId: The host's client id at the server.
    ///   - scope: The requested scopes; `openid` is required.
    ///   - redirectPath: The path of the redirect address; starts with `/`.
    ///   - keys: The keys that sign ID tokens.
    ///   - isAlwaysNeeded: `true` when every journey needs sign-in.
    public init(
        issuer: String, authorizationEndpoint: HTTPSURL, tokenEndpoint: HTTPSURL, clientId: String,
        scope: String = "openid", redirectPath: String = "/signed-in", keys: JWKSet, isAlwaysNeeded: Bool = false
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.clientId = clientId
        self.scope = scope
        self.redirectPath = redirectPath
        self.keys = keys
        self.isAlwaysNeeded = isAlwaysNeeded
    }

    /// One sentence about the first invalid member, or `nil`.
    var fault: String? {
        guard let url = HTTPSURL(issuer), url.query == nil else {
            return "signIn.issuer is not an https URL without a query"
        }
        guard authorizationEndpoint.query == nil else { return "signIn.authorizationEndpoint has a query" }
        guard (1...128).contains(clientId.utf8.count), clientId.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "signIn.clientId is not 1 to 128 visible ASCII characters"
        }
        // RFC 6749, section 3.3. OpenID Connect requires `openid`: without it there is no ID token.
        let scopes = scope.split(separator: " ", omittingEmptySubsequences: false)
        guard scopes.contains("openid"), scope.utf8.count <= 1_024,
            scopes.allSatisfy({
                !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
            })
        else { return "signIn.scope is not a list of scopes that includes openid" }
        guard redirectPath.utf8.first == UInt8(ascii: "/"), redirectPath.utf8.count <= 256,
            redirectPath.utf8.allSatisfy({ $0.isLetterOrDigit || "/-._~".utf8.contains($0) })
        else { return "signIn.redirectPath is not a plain path that starts with /" }
        guard !keys.keyIDs.isEmpty else { return "signIn.keys has no key to verify ID tokens with" }
        return nil
    }
}
