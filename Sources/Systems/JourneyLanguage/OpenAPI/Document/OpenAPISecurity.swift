internal import JourneyBase
internal import JourneyWire

/// Checks an operation's security requirements against the credentials of a call: the session's bearer token, the headers that
/// identify the partner, and what the gateway adds.
enum OpenAPISecurity {
    /// Returns `true` if a call of `operation` carries the token.
    ///
    /// Refuses with `OAPI_SECURITY` if none of the alternatives can be met. Without a declaration, calls carry the token, because
    /// every bank's API needs one; an operation with an empty list (`[]`) gets none. A call to which the gateway adds
    /// `supplied` carries it as well, because the gateway has to know the caller.
    static func takesToken(
        _ operation: Reading, root: Reading, _ references: OpenAPIReferences, supplied: Set<GatewayCredential> = []
    ) throws(Refusal) -> Bool {
        guard let list = operation.member("security") ?? root.member("security") else { return true }
        try list.atMost(16, "alternatives")
        let alternatives = try list.elements()
        if alternatives.isEmpty { return !supplied.isEmpty }
        let schemes = root.member("components")?.member("securitySchemes")
        var takesToken = !supplied.isEmpty
        var isMet = false
        var reasons: [String] = []
        for alternative in alternatives {
            var needsToken = false
            var missing: String?
            for (name, _) in try alternative.members() {
                // In 3.2, the name may be a reference.
                let scheme = try alternative.require(
                    schemes?.member(name) ?? references.target(text: name),
                    "refers to an unknown security scheme: \(Refusal.quote(name))")
                switch try need(of: references.resolve(scheme)) {
                case .token: needsToken = true
                case .nothing: break
                case .more(let credential, _) where supplied.contains(credential): needsToken = true
                case .more(_, let what): missing = missing ?? "\(Refusal.quote(name)) is \(what)"
                }
            }
            if let missing {
                reasons.append(missing)
            } else {
                isMet = true
                takesToken = takesToken || needsToken
            }
        }
        guard isMet else {
            let place = operation.member("security") == nil ? operation : list
            throw place.refusal(
                "requires credentials that a journey does not have: \(reasons.joined(separator: "; ")); a journey has a bearer token, and the call's gatewayCredentials can name what the gateway adds",
                code: .oapiSecurity)
        }
        return takesToken
    }

    private enum Need {
        case token
        /// Satisfied by every call.
        case nothing
        case more(GatewayCredential, String)
    }

    /// Classifies a scheme (section 4.8.27 of OpenAPI 3.1). Tokens of OAuth 2.0 and OpenID Connect are bearer tokens (RFC 6750);
    /// their scopes are agreed between host and bank.
    private static func need(of scheme: Reading) throws(Refusal) -> Need {
        let type = try scheme.required("type")
        switch try type.text() {
        case "oauth2", "openIdConnect": return .token
        case "http":
            let name = try scheme.required("scheme").text().lowercased()
            guard name != "bearer" else { return .token }
            return .more(.clientSecret, "HTTP authentication of the kind \(Refusal.quote(name))")
        case "apiKey":
            let name = try scheme.required("name").text()
            let place = try scheme.required("in")
            switch try place.text() {
            case "header" where GatewayContract.partnerHeaders.contains(name.lowercased()): return .nothing
            case "header":
                return .more(
                    .apiKey, "a key in the header \(Refusal.quote(name)), which must not be stored in a manifest")
            case "query": return .more(.apiKey, "a key in the query, which logs would record")
            case "cookie": return .more(.apiKey, "a key in a cookie, which calls cannot set")
            default: throw place.refusal("must be one of header, query and cookie")
            }
        case "mutualTLS": return .more(.clientCertificate, "a client certificate")
        default: throw type.refusal("is an unknown type of security scheme: \(Refusal.quote(try type.text()))")
        }
    }
}
