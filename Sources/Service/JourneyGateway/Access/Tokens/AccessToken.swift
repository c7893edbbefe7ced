import JourneyBase
import JourneyCrypto

/// The content of a verified access token of the bank's identity provider.
struct AccessToken: Hashable, Sendable {
    let issuer: String
    /// The person, `sub`.
    let subject: String
    /// The app or server that the token was issued to, `client_id`.
    let client: String
    let scopes: Set<String>
    /// The end of its validity, in seconds since 1970.
    let expires: Int64
    /// The thumbprint of the key that must prove possession of it (RFC 9449, section 6.1), `cnf.jkt`.
    let keyThumbprint: String?
    /// The SHA-256 of the certificate that the sender's connection must have (RFC 8705, section 3.1), `cnf.x5t#S256`.
    let certificateDigest: [UInt8]?
}

/// A reason for rejecting an access token, and the answer's `error` (RFC 6750, section 3.1; RFC 9449, section 7.1).
enum TokenRefusal: String, Error, Hashable, Sendable {
    /// Not a token of the provider: malformed, of another issuer or audience, with an unknown key or a wrong signature, revoked.
    case invalid
    case expired
    /// Valid, but without the required scope.
    case scope
    /// Bound to a key or certificate that the request does not prove possession of, or a used or invalid proof.
    case proof
    /// The proof lacks a valid nonce of the gateway.
    case nonce
    /// The provider can't be reached, so nothing is known about the token.
    case unknown
}

/// The requirements on access tokens, and the meaning of their claims (RFC 9068, section 4; RFC 7662, section 2.2).
struct AccessTokenPolicy: Hashable, Sendable {
    let issuer: String
    /// The names of this gateway at the provider, one of which must be in `aud`.
    let audiences: Set<String>
    /// The scope that is required; `nil` for none.
    var scope: String?
    /// The longest time from issue to expiry of a self-contained token, in seconds: that long a revocation has no effect.
    var longestLifetime: Int64 = 3_600
    /// The tolerated difference of clocks, in seconds.
    static let leeway: Int64 = 30

    /// Reads the claims of a JWT whose signature has been verified.
    ///
    /// - Throws: `TokenRefusal.invalid`, `.expired` or `.scope`.
    func token(of claims: [String: JSONValue], now: Int64) throws(TokenRefusal) -> AccessToken {
        guard claims[RegisteredClaim.issuer]?.string == issuer,
            let issued = claims[RegisteredClaim.issued]?.numericDate,
            claims[RegisteredClaim.identifier]?.string.map({ !$0.isEmpty }) == true,
            issued <= now + AccessTokenPolicy.leeway
        else { throw .invalid }
        let token = try token(claims, now: now)
        guard (1...longestLifetime).contains(token.expires - issued) else { throw .invalid }
        return token
    }

    /// Reads an introspection response.
    ///
    /// - Throws: `TokenRefusal.invalid` also for a token that isn't active, `.expired` or `.scope`.
    func token(ofIntrospection response: [String: JSONValue], now: Int64) throws(TokenRefusal) -> AccessToken {
        guard response["active"] == .bool(true), response[RegisteredClaim.issuer].map({ $0.string == issuer }) ?? true,
            ["bearer", "dpop", "access_token"].contains((response["token_type"]?.string ?? "bearer").lowercased()),
            ["access_token", "access"].contains(response["token_use"]?.string ?? "access")
        else { throw .invalid }
        // Without a person, the client acts for itself (RFC 9068, section 2.2).
        return try token(
            response.merging([RegisteredClaim.subject: response["client_id"] ?? .null]) { own, _ in own }, now: now)
    }

    private func token(_ claims: [String: JSONValue], now: Int64) throws(TokenRefusal) -> AccessToken {
        let given =
            claims[RegisteredClaim.audience]?.string.map { [$0] } ?? claims[RegisteredClaim.audience]?.array?
            .compactMap(\.string) ?? []
        guard !audiences.isDisjoint(with: given), let subject = claims[RegisteredClaim.subject]?.string,
            (1...255).contains(subject.utf8.count), let client = claims["client_id"]?.string,
            // Strings that Swift treats as equal may differ in their bytes; printable ASCII (RFC 6749, appendix A.1) doesn't.
            (1...255).contains(client.utf8.count), client.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            let expires = claims[RegisteredClaim.expires]?.numericDate
        else { throw .invalid }
        if let begin = claims[RegisteredClaim.notBefore] {
            guard let begin = begin.numericDate, begin <= now + AccessTokenPolicy.leeway else { throw .invalid }
        }
        guard now < expires + AccessTokenPolicy.leeway else { throw .expired }
        let scopes = Set((claims["scope"]?.string ?? "").split(separator: " ").map(String.init))
        guard scope.map(scopes.contains) ?? true else { throw .scope }
        let (key, certificate) = try AccessTokenPolicy.binding(claims["cnf"])
        return AccessToken(
            issuer: issuer, subject: subject, client: client, scopes: scopes, expires: expires, keyThumbprint: key,
            certificateDigest: certificate)
    }

    /// Reads `cnf`. A confirmation that this package can't check is refused: the token would be accepted without it.
    private static func binding(
        _ confirmation: JSONValue?
    ) throws(TokenRefusal) -> (key: String?, certificate: [UInt8]?) {
        guard let confirmation else { return (nil, nil) }
        guard let members = confirmation.object, !members.isEmpty, Set(members.keys).isSubset(of: ["jkt", "x5t#S256"])
        else { throw .invalid }
        func digest(_ name: String) throws(TokenRefusal) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, Base64URL.decode(text)?.count == 32 else { throw .invalid }
            return text
        }
        return (try digest("jkt"), try digest("x5t#S256").flatMap { Base64URL.decode($0) })
    }
}
