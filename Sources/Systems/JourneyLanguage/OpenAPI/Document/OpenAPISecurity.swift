internal import JourneyBase

/// What an operation asks for before it lets anyone in, held against what a run can give: the session's bearer token, and
/// the headers in which the partner names itself.
enum OpenAPISecurity {
    /// Whether a call of `operation` carries the token.
    ///
    /// Refuses with `OAPI_SECURITY` when none of its alternatives can be met. A document that says nothing of security
    /// gets the token, as every bank's API does; one that says that an operation needs none (`[]`) does not.
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
                let scheme = try alternative.require(
                    schemes?.member(name), "names no security scheme: \(Refusal.quote(name))")
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
                "needs what a journey cannot give: \(reasons.joined(separator: "; ")); a journey has a bearer token",
                code: .oapiSecurity)
        }
        return takesToken
    }

    private enum Need {
        case token
        /// Every call has it.
        case nothing
        case more(String)
    }

    /// Section 4.8.27 of OpenAPI 3.1. A token of OAuth 2.0 and of OpenID Connect is a bearer token (RFC 6750); which
    /// scopes it has is between the host and the bank.
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
                return .more("a key in the header \(Refusal.quote(name)), and a manifest is no place for keys")
            case "query": return .more("a key in the query, where logs would keep it")
            case "cookie": return .more("a key in a cookie, and calls have no cookies of their own")
            default: throw place.refusal("is none of header, query and cookie")
            }
        case "mutualTLS": return .more("a client certificate")
        default: throw type.refusal("is no kind of security scheme: \(Refusal.quote(try type.text()))")
        }
    }

    /// The headers in which a run says who asks.
    static let partnerHeaders: Set<String> = ["x-partner-id", "x-client-id"]
}
