internal import JourneyBase

/// Checks an operation's security requirements against the credentials of a run: the session's bearer token, and the headers that
/// identify the partner.
enum OpenAPISecurity {
    /// Returns `true` if a call of `operation` carries the token.
    ///
    /// Refuses with `OAPI_SECURITY` if none of the alternatives can be met. Without a declaration, calls carry the token, because
    /// every bank's API needs one; an operation with an empty list (`[]`) gets none.
    static func takesToken(
        _ operation: Reading, root: Reading, _ references: OpenAPIReferences
    ) throws(Refusal) -> Bool {
        guard let list = operation.member("security") ?? root.member("security") else { return true }
        try list.atMost(16, "alternatives")
        let alternatives = try list.elements()
        if alternatives.isEmpty { return false }
        let schemes = root.member("components")?.member("securitySchemes")
        var takesToken = false
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
                case .more(let what): missing = missing ?? "\(Refusal.quote(name)) is \(what)"
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
                "requires credentials that a journey does not have: \(reasons.joined(separator: "; ")); a journey has a bearer token",
                code: .oapiSecurity)
        }
        return takesToken
    }

    private enum Need {
        case token
        /// Satisfied by every call.
        case nothing
        case more(String)
    }

    /// Classifies a scheme (section 4.8.27 of OpenAPI 3.1). Tokens of OAuth 2.0 and OpenID Connect are bearer tokens (RFC 6750);
    /// their scopes are agreed between host and bank.
    private static func need(of scheme: Reading) throws(Refusal) -> Need {
        let type = try scheme.required("type")
        switch try type.text() {
        case "oauth2", "openIdConnect": return .token
        case "http":
            let name = try scheme.required("scheme").text().lowercased()
            return name == "bearer" ? .token : .more("HTTP authentication of the kind \(Refusal.quote(name))")
        case "apiKey":
            let name = try scheme.required("name").text()
            let place = try scheme.required("in")
            switch try place.text() {
            case "header" where partnerHeaders.contains(name.lowercased()): return .nothing
            case "header":
                return .more("a key in the header \(Refusal.quote(name)), which must not be stored in a manifest")
            case "query": return .more("a key in the query, which logs would record")
            case "cookie": return .more("a key in a cookie, which calls cannot set")
            default: throw place.refusal("must be one of header, query and cookie")
            }
        case "mutualTLS": return .more("a client certificate")
        default: throw type.refusal("is an unknown type of security scheme: \(Refusal.quote(try type.text()))")
        }
    }

    /// The headers in which a run identifies the partner.
    static let partnerHeaders: Set<String> = ["x-partner-id", "x-client-id"]
}
