public import JourneyBase
import JourneyCrypto
public import JourneyServer
import JourneyWire

/// The identity of the gateway program: whoever presents a context token that was issued, and names the partner and the client
/// that it was issued for.
public struct GatewayAccess: GatewayIdentity {
    // Only hashes: a copy of this value opens nothing.
    private var callers: [[UInt8]: Set<GatewayCaller>] = [:]

    /// Nobody.
    public init() {}

    /// Admits `client` of `partner` when it presents `token`; a token may be for several.
    public mutating func admit(token: Secret, partner: String, client: String) {
        admit(digest: token.withBytes { SHA256.hash(Array($0)) }, partner: partner, client: client)
    }

    /// Admits whoever presents the token whose SHA-256 is `digest`, as `client` of `partner`.
    mutating func admit(digest: [UInt8], partner: String, client: String) {
        callers[digest, default: []].insert(
            GatewayCaller(partner: partner, client: client, session: digest))
    }

    /// Whose `request` is: what was issued, and not what the request's headers hold.
    ///
    /// Throws 401 without a bearer token that was issued (RFC 6750, section 3); 403 for a partner or client that it was not
    /// issued for.
    public func caller(of request: HTTPRequest) throws(Problem) -> GatewayCaller {
        // Hashing first makes the comparison's duration say nothing about the token.
        guard let token = BearerToken.of(request), let known = callers[SHA256.hash(Array(token.utf8))] else {
            throw Problem(
                .notAuthorized, "A valid context token is needed.",
                headers: ["WWW-Authenticate": "Bearer realm=\"journeys\""])
        }
        // Byte by byte: texts that only look the same are equal to Swift, and others to a database.
        guard let partner = request.headers[GatewayContract.partnerHeader],
            let client = request.headers[GatewayContract.clientHeader],
            let caller = known.first(where: {
                $0.partner.utf8.elementsEqual(partner.utf8) && $0.client.utf8.elementsEqual(client.utf8)
            })
        else {
            // Who holds the token is known all the same: of several, the first by name.
            known.min { ($0.partner, $0.client) < ($1.partner, $1.client) }?.identify()
            throw Problem(.partnerUnknown, "The token was not issued for this partner and client.")
        }
        return caller
    }
}
