public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// Who may fetch manifests: whoever presents a context token that was issued, and names the partner and the client that it
/// was issued for.
public struct GatewayAccess: Sendable {
    private struct Caller: Hashable {
        let partner: String
        let client: String
    }

    // Only hashes: a copy of this value opens nothing.
    private var callers: [[UInt8]: Set<Caller>] = [:]

    /// Nobody.
    public init() {}

    /// Admits `client` of `partner` when it presents `token`; a token may be for several.
    public mutating func admit(token: Secret, partner: String, client: String) {
        admit(digest: token.withBytes { SHA256.hash(Array($0)) }, partner: partner, client: client)
    }

    /// Admits whoever presents the token whose SHA-256 is `digest`, as `client` of `partner`.
    mutating func admit(digest: [UInt8], partner: String, client: String) {
        callers[digest, default: []].insert(Caller(partner: partner, client: client))
    }

    /// Why `request` may not have a manifest, or `nil`.
    ///
    /// 401 without a bearer token that was issued (RFC 6750, section 3); 403 for a partner or client that it was not issued
    /// for. Where there is no refusal, `X-Partner-Id` and `X-Client-Id` are the token's own.
    public func refusal(of request: HTTPRequest) -> Problem? {
        // Hashing first makes the comparison's duration say nothing about the token.
        guard let token = BearerToken.of(request), let known = callers[SHA256.hash(Array(token.utf8))] else {
            return Problem(
                401, "AUTH_EXPIRED", "A valid context token is needed.",
                headers: ["WWW-Authenticate": "Bearer realm=\"journeys\""])
        }
        guard let partner = request.headers["X-Partner-Id"], let client = request.headers["X-Client-Id"],
            known.contains(Caller(partner: partner, client: client))
        else { return Problem(403, "PARTNER_UNKNOWN", "The token was not issued for this partner and client.") }
        return nil
    }
}
