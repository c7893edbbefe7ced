public import JourneyBase
import JourneyCrypto
public import JourneyServer
import JourneyWire

/// The gateway program's identity check: admits callers that present an issued context token and name the partner and client it
/// was issued for.
public struct GatewayAccess: GatewayIdentity {
    // Only hashes are stored, so a copy of this value grants no access.
    private var callers: [[UInt8]: Set<GatewayCaller>] = [:]

    /// Creates an identity check that admits no caller.
    public init() {}

    /// Admits `client` of `partner` when it presents `token`. One token may serve several clients.
    ///
    /// - Parameters:
    ///   - token: The context token. Only its SHA-256 is stored.
    ///   - partner: The partner's name.
    ///   - client: The client's name.
    public mutating func admit(token: Secret, partner: String, client: String) {
        admit(digest: token.withBytes { SHA256.hash(Array($0)) }, partner: partner, client: client)
    }

    /// Admits a caller that presents the token with the SHA-256 `digest` as `client` of `partner`.
    mutating func admit(digest: [UInt8], partner: String, client: String) {
        callers[digest, default: []].insert(
            GatewayCaller(partner: partner, client: client, session: digest))
    }

    /// Returns the caller that the token in `request` was issued for.
    ///
    /// - Parameter request: A request with a bearer token and the partner and client headers.
    /// - Returns: The matching caller among those the token was issued for.
    /// - Throws: `Problem` 401 without an issued bearer token (RFC 6750, section 3); 403 for a partner or client that the token
    ///   wasn't issued for.
    public func caller(of request: HTTPRequest) throws(Problem) -> GatewayCaller {
        // Looking up the hash keeps the duration of the comparison independent of the token.
        guard let token = BearerToken.of(request), let known = callers[SHA256.hash(Array(token.utf8))] else {
            throw Problem(
                .notAuthorized, "A valid context token is required.",
                headers: ["WWW-Authenticate": "Bearer realm=\"journeys\""])
        }
        // Compared byte by byte: Swift treats canonically equivalent strings as equal, a database doesn't.
        guard let partner = request.headers[GatewayContract.partnerHeader],
            let client = request.headers[GatewayContract.clientHeader],
            let caller = known.first(where: {
                $0.partner.utf8.elementsEqual(partner.utf8) && $0.client.utf8.elementsEqual(client.utf8)
            })
        else {
            // The token is known even though the headers don't match: the log gets its first caller by name.
            known.min { ($0.partner, $0.client) < ($1.partner, $1.client) }?.identify()
            throw Problem(.partnerUnknown, "The token was not issued for this partner and client.")
        }
        return caller
    }
}
