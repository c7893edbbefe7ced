import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The token with which a host's backend lets one of its users act: a compact JWS (ES256, `typ` `card-user+jwt`) that lives
/// at most five minutes. `docs/reference/card-proxy.md` has its claims.
struct UserToken {
    static let type = CardContract.userTokenType
    /// Seconds that a token may live, and by how much clocks may differ.
    static let lifetime: Int64 = 300
    static let leeway: Int64 = 30
    private static let compulsory: Set<String> = ["iss", "sub", "aud", "iat", "exp", "jti"]
    private static let optional: Set<String> = ["nbf"]

    /// The partners' keys, by the partner's id, which is the token's `iss`.
    let partners: [String: JWKSet]

    /// Whose `request` is, at `now` (seconds since 1970). Throws `TOKEN_INVALID` or `TOKEN_EXPIRED`.
    func user(of request: HTTPRequest, now: Int64) throws(CardRefusal) -> CardUser {
        guard let token = BearerToken.of(request), let issuer = UserToken.issuer(of: token),
            let keys = partners[issuer],
            let (payload, kid) = try? CompactJWS.verify(token, typ: UserToken.type, keys: keys),
            keys.key(kid)?.algorithm == .es256,
            let claims = UserToken.claims(payload), claims["iss"]?.string == issuer,
            let user = claims["sub"]?.string, CardID.isOne(user),
            // Made for this gateway, under the name that it is asked by.
            claims["aud"]?.string == request.url.origin.description,
            let issued = claims["iat"]?.numericDate, let expires = claims["exp"]?.numericDate,
            let identifier = claims["jti"]?.string, identifier.utf8.count >= 8, JWKSet.isKeyID(identifier),
            (1...UserToken.lifetime).contains(expires - issued), issued <= now + UserToken.leeway
        else { throw CardRefusal(.tokenInvalid) }
        if let begin = claims["nbf"] {
            guard let begin = begin.numericDate, begin <= now + UserToken.leeway else {
                throw CardRefusal(.tokenInvalid)
            }
        }
        guard now < expires + UserToken.leeway else { throw CardRefusal(.tokenExpired) }
        RequestCaller.identify("user", issuer, user)
        return CardUser(partner: issuer, id: user)
    }

    /// Whose keys to look for, unchecked.
    private static func issuer(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
        return claims(payload)?["iss"]?.string
    }

    /// An object of these claims and no others.
    private static func claims(_ payload: [UInt8]) -> [String: JSONValue]? {
        guard
            let claims = (try? JSONReader.read(payload, limits: JSONLimits(bytes: 4_096, depth: 2, values: 16)))?.object
        else { return nil }
        let names = Set(claims.keys)
        return compulsory.isSubset(of: names) && names.isSubset(of: compulsory.union(optional)) ? claims : nil
    }
}
