internal import JourneyBase

/// Selects the server of an operation.
///
/// A document's `servers` do not grant access to hosts. Each entry is resolved: variables take their values, and relative URLs
/// are joined with the bundle's own URL. The first one on the manifest's origins is used. A host's configuration may choose
/// another value than the default, if the variable's `enum` lists it. An operation's servers take precedence over its path's, and
/// those over the document's (OpenAPI 3.1, section 4.8.10). If the nearest list has no allowed server, the operation is refused
/// and no other list is tried.
struct OpenAPIServers {
    let origins: SourcePolicy
    /// The URL that the bundle was fetched from.
    let address: HTTPSURL
    /// Values that the host's environment chooses, by variable; others take their defaults.
    var chosen: [String: String] = [:]

    /// The maximum number of servers in a list, and of variables of a server.
    static let limit = 32

    /// Returns the base URL of an operation from the nearest of `owners` that has servers. Without any, it is `/` on the bundle's
    /// origin (section 4.8.1).
    func base(nearest owners: [Reading]) throws(Refusal) -> HTTPSURL {
        for owner in owners {
            guard let list = owner.member("servers") else { continue }
            try list.atMost(OpenAPIServers.limit, "servers")
            let servers = try list.elements()
            if !servers.isEmpty { return try allowed(of: servers, list) }
        }
        guard let root = HTTPSURL(origin: address.origin, path: "/") else {
            throw Refusal(.oapiInvalid, at: "", "The OpenAPI bundle's URL has no root path.", .oapiServer)
        }
        return root
    }

    private func allowed(of servers: [Reading], _ list: Reading) throws(Refusal) -> HTTPSURL {
        var others: [String] = []
        for server in servers {
            let url = try resolved(server)
            // An entry that is not a plain https URL is skipped and does not affect the others.
            guard let url, origins.admits(url.origin, isMainFrame: true) else {
                others.append(try server.required("url").value.string ?? "")
                continue
            }
            return url
        }
        let named = others.prefix(4).map(Refusal.quote).joined(separator: ", ")
        throw list.refusal("has no https URL on security.allowedOrigins: \(named)", .oapiServer)
    }

    /// Returns the URL of `server`, or `nil` if it is not a plain https URL without a query.
    func resolved(_ server: Reading) throws(Refusal) -> HTTPSURL? {
        let place = try server.required("url")
        guard let template = place.value.string else { throw place.refusal("is not a string", .wrongType) }
        let text = try filled(template, server, at: place)
        guard (1...2_048).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "#")),
            let url = address.resolving(text),
            url.query == nil
        else { return nil }
        return url
    }

    /// Returns `template` with each `{name}` replaced by its variable's value (section 4.8.5.1).
    private func filled(_ template: String, _ server: Reading, at place: Reading) throws(Refusal) -> String {
        let pieces = try place.require(
            PathTemplate.pieces(ofText: template), "has unmatched braces: \(Refusal.quote(template))",
            .oapiServer)
        let variables = server.member("variables")
        try variables?.atMost(OpenAPIServers.limit, "variables")
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .parameter(let name):
                let variable = try place.require(
                    variables?.member(name), "uses an undeclared variable: \(Refusal.quote(name))", .oapiServer)
                text += try value(of: variable, name)
            }
        }
        return text
    }

    /// Returns the value that the environment chooses, which the document must list, or the default.
    private func value(of variable: Reading, _ name: String) throws(Refusal) -> String {
        let place = try variable.required("default")
        guard let value = place.value.string else { throw place.refusal("is not a string", .wrongType) }
        let offered = try variable.member("enum")?.elements().map(\.value)
        if let offered, !offered.contains(place.value) {
            throw place.refusal("is not in the variable's enum: \(Refusal.quote(value))", .oapiServer)
        }
        guard let choice = chosen[name] else { return value }
        guard let offered else {
            throw variable.refusal(
                "has no enum, so the configuration must not set it to \(Refusal.quote(choice))",
                .oapiServer)
        }
        guard offered.contains(.string(choice)) else {
            throw variable.refusal(
                "does not list the configured value in its enum: \(Refusal.quote(choice))", .oapiServer)
        }
        return choice
    }
}
