import JourneyBase
import JourneyCrypto
import JourneyLanguage

extension GatewayConfiguration {
    /// The bank's identity provider. `docs/reference/gateway.md` has an example and all members.
    package struct Provider: Hashable, Sendable {
        /// The way in which tokens are verified.
        enum Verification: Hashable, Sendable {
            /// Self-contained tokens, with the provider's keys.
            case keys(HTTPSURL, Set<SignatureAlgorithm>)
            /// Opaque tokens, by asking the provider.
            case introspection(HTTPSURL, clientID: String, clientSecretFile: String)
        }

        var policy: AccessTokenPolicy
        var verification: Verification
        /// The gateway's partner and client of each of the provider's clients.
        var clients: [String: GatewayClient]
        var senders: SenderConstraints.Demand
        /// The file of the key for nonces, a secret; `nil` for proofs without nonces.
        var nonceKeyFile: String?
        /// The path of a PEM file; `nil` for the system's authorities.
        var authoritiesFile: String?
    }

    /// A client of a partner, by the gateway's names.
    package struct GatewayClient: Hashable, Sendable {
        var partner: String
        var client: String
    }

    static func access(
        _ file: Reading, isProduction: Bool, _ partners: [String: Set<String>],
        _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Access {
        switch (file.member("contextTokensFile"), file.member("identity")) {
        case (let tokens?, nil):
            guard !isProduction else {
                throw tokens.refusal("is for the sandbox only; production needs identity, the bank's identity provider")
            }
            return .tokensFile(try path(tokens))
        case (nil, let identity?): return .provider(try provider(identity, partners, path))
        case (_?, let identity?): throw identity.refusal("is there beside contextTokensFile; keep one of them")
        case (nil, nil):
            // Says what is missing.
            return .tokensFile(try path(file.required(isProduction ? "identity" : "contextTokensFile")))
        }
    }

    private static func provider(
        _ reading: Reading, _ partners: [String: Set<String>], _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Provider {
        try reading.onlyMembers([
            "issuer", "audiences", "scope", "keys", "introspection", "clients", "senders", "nonceKeyFile",
            "authoritiesFile",
        ])
        let issuer = try reading.required("issuer")
        guard try issuer.address().query == nil else { throw issuer.refusal("has a query") }
        var policy = AccessTokenPolicy(
            issuer: try issuer.text(), audiences: try texts(reading.required("audiences"), "audiences"),
            scope: try reading.member("scope").map { scope throws(Refusal) in try scopeToken(scope) })
        let verification: Provider.Verification
        switch (reading.member("keys"), reading.member("introspection")) {
        case (let keys?, nil):
            try keys.onlyMembers(["address", "algorithms", "longestSeconds"])
            policy.longestLifetime = Int64(try keys.member("longestSeconds")?.whole(in: 60...86_400) ?? 3_600)
            verification = .keys(try keys.required("address").address(), try algorithms(keys.required("algorithms")))
        case (nil, let introspection?):
            try introspection.onlyMembers(["address", "clientId", "clientSecretFile"])
            verification = .introspection(
                try introspection.required("address").address(),
                clientID: try name(introspection.required("clientId")),
                clientSecretFile: try path(introspection.required("clientSecretFile")))
        default: throw reading.refusal("must have either keys or introspection")
        }
        var senders = SenderConstraints.Demand.required
        if let member = reading.member("senders") {
            guard let demand = SenderConstraints.Demand(rawValue: try member.text()) else {
                throw member.refusal("is neither required nor optional")
            }
            senders = demand
        }
        return Provider(
            policy: policy, verification: verification, clients: try clients(reading.required("clients"), partners),
            senders: senders, nonceKeyFile: try reading.member("nonceKeyFile").map(path),
            authoritiesFile: try reading.member("authoritiesFile").map(path))
    }

    private static func clients(
        _ reading: Reading, _ partners: [String: Set<String>]
    ) throws(Refusal) -> [String: GatewayClient] {
        try reading.atMost(1_000, "clients")
        var clients: [String: GatewayClient] = [:]
        for (name, entry) in try reading.members() {
            try entry.onlyMembers(["partner", "client"])
            let client = GatewayClient(
                partner: try entry.required("partner").text(), client: try entry.required("client").text())
            guard (1...255).contains(name.utf8.count), partners[client.partner]?.contains(client.client) == true else {
                throw entry.refusal("names a client that is not one of its partner's in partners")
            }
            clients[name] = client
        }
        guard !clients.isEmpty else { throw reading.refusal("is empty; name at least one client of the provider") }
        return clients
    }

    private static func algorithms(_ reading: Reading) throws(Refusal) -> Set<SignatureAlgorithm> {
        var algorithms: Set<SignatureAlgorithm> = []
        for element in try reading.elements() {
            guard let algorithm = SignatureAlgorithm(rawValue: try element.text()), JWS.verified.contains(algorithm)
            else {
                throw element.refusal("is not one of \(JWS.verified.map(\.rawValue).sorted().joined(separator: ", "))")
            }
            algorithms.insert(algorithm)
        }
        guard !algorithms.isEmpty else {
            throw reading.refusal("is empty; name the algorithms of the provider's tokens")
        }
        return algorithms
    }

    private static func texts(_ reading: Reading, _ what: String) throws(Refusal) -> Set<String> {
        try reading.atMost(32, what)
        var texts: Set<String> = []
        for element in try reading.elements() { texts.insert(try name(element)) }
        guard !texts.isEmpty else { throw reading.refusal("is empty; name the gateway as the provider's tokens do") }
        return texts
    }

    private static func name(_ reading: Reading) throws(Refusal) -> String {
        let text = try reading.text()
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw reading.refusal("is not 1 to 255 printable ASCII characters")
        }
        return text
    }

    /// Reads one scope (RFC 6749, section 3.3).
    private static func scopeToken(_ reading: Reading) throws(Refusal) -> String {
        let text = try reading.text()
        guard (1...255).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        else { throw reading.refusal("is not one scope: visible ASCII characters except quotes and backslashes") }
        return text
    }
}
