public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// Who may fetch manifests: context tokens that were issued, and partners that are known.
public struct GatewayAccess: Sendable {
    // Only hashes: a copy of this value opens nothing.
    private var tokens: Set<[UInt8]> = []
    private var clients: [String: Set<String>]

    /// `partners` are the client ids of each partner id.
    public init(partners: [String: Set<String>]) { clients = partners }

    /// Admits whoever presents `token`.
    public mutating func admit(token: Secret) {
        tokens.insert(token.withBytes { SHA256.hash(Array($0)) })
    }

    /// Admits whoever presents the token whose SHA-256 is `digest`.
    mutating func admit(digest: [UInt8]) { tokens.insert(digest) }

    /// Why `request` may not have a manifest, or `nil`.
    ///
    /// 401 without a bearer token that was issued (RFC 6750, section 3); 403 for a partner or client that is not known.
    public func refusal(of request: HTTPRequest) -> Problem? {
        // Hashing first makes the comparison's duration say nothing about the token.
        guard let token = BearerToken.of(request), tokens.contains(SHA256.hash(Array(token.utf8))) else {
            return Problem(
                401, "AUTH_EXPIRED", "A valid context token is needed.",
                headers: ["WWW-Authenticate": "Bearer realm=\"journeys\""])
        }
        guard let partner = request.headers["X-Partner-Id"], let client = request.headers["X-Client-Id"],
            clients[partner]?.contains(client) ?? false
        else { return Problem(403, "PARTNER_UNKNOWN", "This partner or client is not known.") }
        return nil
    }
}
