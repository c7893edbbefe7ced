package import JourneyBase

/// A DPoP proof (RFC 9449, section 4): a JWS in which the sender of a request shows that it holds the key that its access token is
/// bound to.
///
/// Reading one verifies its signature with the key in its header. Whether that key may do anything is decided by the token, whose
/// `cnf.jkt` must be the key's thumbprint.
package struct DPoPProof: Hashable, Sendable {
    /// A reason for rejecting a proof.
    package enum Fault: Error, Hashable, Sendable {
        /// Not a proof of the required form and size, or with a forbidden header member.
        case malformed
        /// An algorithm that is not accepted, or not the key's.
        case algorithm
        /// The signature does not verify with the key in the header.
        case signature
        /// A proof for another method or address.
        case target
        /// A proof for another access token, or for none.
        case token
        /// The proof is too old, or from the future.
        case time
        /// The proof lacks the server's nonce, or has an old one.
        case nonce
    }

    /// The required `typ`.
    package static let type = "dpop+jwt"
    /// The longest accepted proof, in bytes.
    package static let limit = 4_096
    /// The algorithms that are accepted: asymmetric ones only (RFC 9449, section 4.3, check 5).
    package static let algorithms: Set<SignatureAlgorithm> = [.es256, .es384, .es512, .edDSA, .ps256]

    /// The thumbprint of the key (RFC 7638), which `cnf.jkt` of a bound token contains.
    package let thumbprint: String
    /// The unique identifier of the proof, `jti`.
    package let identifier: String
    /// The time at which it was made, in seconds since 1970.
    package let issued: Int64
    /// The nonce of the server, if the proof has one.
    package let nonce: String?
    private let method: String
    private let address: String
    /// The SHA-256 of the access token in base64url, if the proof has one.
    private let tokenHash: String?

    /// Header members that name keys elsewhere, or change the meaning of the rest.
    private static let forbidden: Set<String> = ["crit", "b64", "jku", "x5u", "x5c", "x5t", "x5t#S256", "zip", "enc"]

    /// Reads a proof and verifies its signature.
    ///
    /// - Parameter text: The value of the header field `DPoP`.
    /// - Throws: `Fault.malformed`, `.algorithm` or `.signature`.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= DPoPProof.limit else { throw .malformed }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let header = DPoPProof.object(head),
            let claims = DPoPProof.object(body), header["typ"]?.string == DPoPProof.type,
            DPoPProof.forbidden.isDisjoint(with: header.keys), let jwk = header["jwk"]
        else { throw .malformed }
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)),
            DPoPProof.algorithms.contains(algorithm)
        else { throw .algorithm }
        let key: PublicKey
        do { key = try JWK(jwk).key } catch { throw .malformed }
        guard key.algorithms.contains(algorithm) else { throw .algorithm }
        let signed = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
        guard key.verifies(signature, of: signed, with: algorithm) else { throw .signature }
        guard let identifier = claims[RegisteredClaim.identifier]?.string, (1...256).contains(identifier.utf8.count),
            let method = claims["htm"]?.string, let address = claims["htu"]?.string,
            let issued = claims[RegisteredClaim.issued]?.numericDate
        else { throw .malformed }
        func optional(_ name: String) throws(Fault) -> String? {
            guard let value = claims[name] else { return nil }
            guard let text = value.string else { throw .malformed }
            return text
        }
        tokenHash = try optional("ath")
        nonce = try optional("nonce")
        (self.identifier, self.method, self.address, self.issued) = (identifier, method, address, issued)
        thumbprint = key.thumbprint
    }

    private static func object(_ bytes: [UInt8]) -> [String: JSONValue]? {
        (try? JSONReader.read(bytes, limits: JSONLimits(bytes: limit, depth: 4, values: 64)))?.object
    }

    /// Checks that the proof was made for one request (RFC 9449, section 4.3). Whether it was used before is checked by its
    /// identifier.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - url: The address under which the client sent the request. Its query is not compared.
    ///   - token: The access token of the request; `nil` for a token request, which has none.
    ///   - now: The current time, in seconds since 1970.
    ///   - age: The greatest age of the proof, in seconds, and the greatest difference if it is from the future.
    /// - Throws: `Fault.target`, `.token` or `.time`.
    package func check(
        _ method: HTTPMethod, _ url: HTTPSURL, token: String?, now: Int64, age: (past: Int64, future: Int64) = (60, 5)
    ) throws(Fault) {
        let target = address.prefix { $0 != "?" && $0 != "#" }
        guard self.method == method.rawValue, let target = HTTPSURL(String(target)), target.origin == url.origin,
            target.path == url.path
        else { throw .target }
        guard tokenHash == token.map(DPoPProof.hash) else { throw .token }
        guard issued <= now + age.future, now <= issued + age.past else { throw .time }
    }

    /// Returns the value of `ath` for an access token: its SHA-256 in base64url.
    package static func hash(of token: String) -> String { Base64URL.encode(SHA256.hash(Array(token.utf8))) }

    /// Makes a proof.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - url: The request's address. Its query is left out.
    ///   - token: The access token of the request; `nil` for a token request.
    ///   - nonce: The nonce that the server asked for, if any.
    ///   - identifier: A unique identifier, at least 96 random bits in base64url.
    ///   - now: The current time, in seconds since 1970.
    ///   - key: The key that the access token is or will be bound to.
    ///   - publicKey: The public half of `key`.
    /// - Returns: The proof as the value of the header field `DPoP`.
    /// - Throws: `JWSError.algorithm` for a key of an algorithm that proofs can't have, and `.signing` if the key fails.
    package static func make(
        for method: HTTPMethod, _ url: HTTPSURL, token: String? = nil, nonce: String? = nil, identifier: String,
        at now: Int64, by key: any MessageSigner, _ publicKey: PublicKey
    ) async throws(JWSError) -> String {
        let algorithm = key.signatureAlgorithm
        guard algorithms.contains(algorithm), publicKey.algorithms.contains(algorithm) else { throw .algorithm }
        let header: JSONValue = ["typ": .string(type), "alg": .string(algorithm.rawValue), "jwk": publicKey.jwk]
        var claims: [String: JSONValue] = [
            RegisteredClaim.identifier: .string(identifier), "htm": .string(method.rawValue),
            "htu": .string("\(url.origin)\(url.path)"), RegisteredClaim.issued: .number(JSONNumber(now)),
        ]
        claims["ath"] = token.map { .string(hash(of: $0)) }
        claims["nonce"] = nonce.map { .string($0) }
        let signed =
            Base64URL.encode(header.compactBytes) + "." + Base64URL.encode(JSONValue.object(claims).compactBytes)
        do { return signed + "." + Base64URL.encode(try await key.sign(Array(signed.utf8))) } catch { throw .signing }
    }
}
