internal import JourneyBase

/// Where an API stands.
///
/// A document's `servers` choose no host by themselves. Each is resolved (its variables take their values, a relative
/// one is joined with the bundle's own address), and then only those on the manifest's origins are left; the first of them
/// counts. A host's configuration may choose another value than the default, of those that a variable's `enum` lists. An operation's servers win over its path's, and those over the document's (OpenAPI 3.1, section 4.8.10): where
/// the nearest list has none that is allowed, the operation is refused and no other list is tried.
struct OpenAPIServers {
    let origins: SourcePolicy
    /// Where the bundle was fetched from.
    let address: HTTPSURL
    /// What the host's environment chooses, by variable; the others take their defaults.
    var chosen: [String: String] = [:]

    /// The most servers of one list, and variables of one server.
    static let limit = 32

    /// The address of an operation, from the nearest of `owners` that has servers. Without any, it is `/` beside the
    /// bundle (section 4.8.1).
    func base(nearest owners: [Reading]) throws(Refusal) -> HTTPSURL {
        for owner in owners {
            guard let list = owner.member("servers") else { continue }
            try list.atMost(OpenAPIServers.limit, "servers")
            let servers = try list.elements()
            if !servers.isEmpty { return try allowed(of: servers, list) }
        }
        guard let root = HTTPSURL(origin: address.origin, path: "/") else {
            throw Refusal(.oapiInvalid, at: "", "The OpenAPI bundle's address has no root.", .oapiServer)
        }
        return root
    }

    private func allowed(of servers: [Reading], _ list: Reading) throws(Refusal) -> HTTPSURL {
        var others: [String] = []
        for server in servers {
            let url = try resolved(server)
            // An address that is no plain https is no candidate, and no reason to refuse those beside it.
            guard let url, origins.admits(url.origin, isMainFrame: true) else {
                others.append(try server.required("url").value.string ?? "")
                continue
            }
            return url
        }
        let named = others.prefix(4).map(Refusal.quote).joined(separator: ", ")
        throw list.refusal("names no https address on security.allowedOrigins: \(named)", .oapiServer)
    }

    /// The address of `server`, or `nil` when it is no plain https address without a query.
    func resolved(_ server: Reading) throws(Refusal) -> HTTPSURL? {
        let place = try server.required("url")
        guard let template = place.value.string else { throw place.refusal("is not text", .wrongType) }
        let text = try filled(template, server, at: place)
        guard (1...2_048).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "#")),
            let url = address.resolving(text),
            url.query == nil
        else { return nil }
        return url
    }

    /// `template` with each `{name}` replaced by its variable's value (section 4.8.5.1).
    private func filled(_ template: String, _ server: Reading, at place: Reading) throws(Refusal) -> String {
        let pieces = try place.require(
            PathTemplate.pieces(ofText: template), "has braces that do not match: \(Refusal.quote(template))",
            .oapiServer)
        let variables = server.member("variables")
        try variables?.atMost(OpenAPIServers.limit, "variables")
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .parameter(let name):
                let variable = try place.require(
                    variables?.member(name), "has a variable that is not declared: \(Refusal.quote(name))", .oapiServer)
                text += try value(of: variable, name)
            }
        }
        return text
    }

    /// The value that the environment has chosen, which has to be one that the document offers, or the default.
    private func value(of variable: Reading, _ name: String) throws(Refusal) -> String {
        let place = try variable.required("default")
        guard let value = place.value.string else { throw place.refusal("is not text", .wrongType) }
        let offered = try variable.member("enum")?.elements().map(\.value)
        if let offered, !offered.contains(place.value) {
            throw place.refusal("is none of the variable's enum: \(Refusal.quote(value))", .oapiServer)
        }
        guard let choice = chosen[name] else { return value }
        guard let offered else {
            throw variable.refusal(
                "has no enum, so that the configuration cannot choose \(Refusal.quote(choice))",
                .oapiServer)
        }
        guard offered.contains(.string(choice)) else {
            throw variable.refusal(
                "has no such value in its enum as the configuration chooses: \(Refusal.quote(choice))", .oapiServer)
        }
        return choice
    }
}
