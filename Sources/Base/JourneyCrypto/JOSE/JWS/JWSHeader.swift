import JourneyBase

/// The protected header of a signature (RFC 7515, section 4).
struct JWSHeader {
    let algorithm: SignatureAlgorithm
    let kid: String?
    let typ: String?

    init(algorithm: SignatureAlgorithm, kid: String?, typ: String?) {
        self.algorithm = algorithm
        self.kid = kid
        self.typ = typ
    }

    /// Parses a header in base64url; an unsupported algorithm is refused first.
    init(encoded: Substring) throws(JWSError) {
        // A JWE header is not a JWS header.
        let header: JOSEHeader
        do { header = try JOSEHeader(encoded: encoded, forbidding: ["enc"]) } catch { throw JWSError(error) }
        guard let algorithm = header.members["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw .algorithm
        }
        self.algorithm = algorithm
        do {
            kid = try header.kid()
            typ = try header.text("typ")
        } catch { throw JWSError(error) }
    }

    /// The header in base64url.
    var encoded: String {
        var members: [String: JSONValue] = ["alg": .string(algorithm.rawValue)]
        if let kid { members["kid"] = .string(kid) }
        if let typ { members["typ"] = .string(typ) }
        return Base64URL.encode(JSONValue.object(members).compactBytes)
    }
}

extension JWSError {
    fileprivate init(_ fault: JOSEHeader.Fault) { self = fault == .forbidden ? .forbiddenHeader : .malformed }
}
