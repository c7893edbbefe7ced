import JourneyBase
import JourneyCrypto

/// Knows people by what the host's backend signs: a JWS for this gateway, five minutes old at most.
struct CardUsers: Sendable {
    static let type = "card-user+jwt"
    /// Who signs.
    static let issuer = "backend"
    private static let compulsory: Set<String> = ["iss", "sub", "aud", "iat", "exp", "jti"]
    /// Seconds that a token may live, and by how much clocks may differ.
    private static let (lifetime, leeway): (Int64, Int64) = (300, 30)

    let keys: JWKSet
    let audience: Origin

    /// Whose token it is, at `now` in seconds since 1970.
    func user(of request: HTTPRequest, now: Int64) throws(Refusal) -> String {
        guard let token = request.credentials("Bearer"),
            let (payload, _) = try? CompactJWS.verify(token, typ: CardUsers.type, keys: keys),
            let claims = (try? JSONReader.read(payload, limits: JSONLimits(bytes: 4_096, depth: 2, values: 16)))?
                .object,
            CardUsers.compulsory.isSubset(of: claims.keys),
            CardUsers.compulsory.union(["nbf"]).isSuperset(of: claims.keys), claims["iss"]?.string == CardUsers.issuer,
            let user = claims["sub"]?.string, CardUsers.isIdentifier(user),
            claims["aud"]?.string == audience.description, let issued = claims["iat"]?.numericDate,
            let expires = claims["exp"]?.numericDate, let identifier = claims["jti"]?.string,
            identifier.utf8.count >= 8, JWKSet.isKeyID(identifier),
            (1...CardUsers.lifetime).contains(expires - issued), issued <= now + CardUsers.leeway
        else { throw Refusal(401, "TOKEN_INVALID") }
        if let begin = claims["nbf"] {
            guard let begin = begin.numericDate, begin <= now + CardUsers.leeway else {
                throw Refusal(401, "TOKEN_INVALID")
            }
        }
        guard now < expires + CardUsers.leeway else { throw Refusal(401, "TOKEN_EXPIRED") }
        return user
    }

    /// 1 to 64 letters, digits and hyphens of ASCII.
    static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
