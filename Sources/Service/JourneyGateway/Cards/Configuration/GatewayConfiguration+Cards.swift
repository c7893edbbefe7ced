import JourneyBase
import JourneyLanguage

extension GatewayConfiguration {
    /// The card proxy's configuration. `docs/reference/card-proxy.md` has an example and all members.
    package struct Cards: Hashable, Sendable {
        /// The issuer of one environment. Secrets are given as file paths.
        struct Issuer: Hashable, Sendable {
            var api: HTTPSURL
            var script: HTTPSURL
            var applicationID: String
            var apiKeyFile: String
            var apiSecretFile: String
            var uiSecretFile: String
            /// The path of a PEM file; `nil` for the system's authorities.
            var authoritiesFile: String?
            /// The maximum idle time of a reused connection for requests that must not be repeated; zero disables reuse.
            var connectionIdleLimit: Duration
        }

        /// The issuer of the gateway's environment.
        var issuer: Issuer
        /// The sandbox issuer, if a production configuration names it too; its credentials are refused in production.
        var sandbox: Issuer?
        /// Paths of the JWK sets of hosts' backends, by partner.
        var partners: [String: String]
        /// Paths of the partners' user lists, by partner.
        var users: [String: String]
        var designs: [String: CardProductDesign]
        var rates: CardRates
        /// The time limit for all issuer calls of one request.
        var issuerTimeout: Duration
    }

    static func cards(
        _ reading: Reading, environment: String, partners: [String: Set<String>],
        _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Cards {
        try reading.onlyMembers(["issuers", "partners", "designs", "rates", "deadlineSeconds"])
        let list = try reading.required("issuers")
        try list.onlyMembers(["sandbox", "production"])
        // Both are checked, so that a mistake shows before the environment is switched.
        let sandbox = try list.member("sandbox").map { one throws(Refusal) in try issuer(one, path) }
        let production = try list.member("production").map { one throws(Refusal) in
            try refuseSandbox(one)
            return try issuer(one, path)
        }
        guard let issuer = environment == "production" ? production : sandbox else {
            throw list.refusal("has no issuer for the gateway's environment, \(environment)")
        }
        let rates = try reading.member("rates").map { member throws(Refusal) in
            try member.rates(
                CardRates(),
                [
                    "confirmations": \.confirmations, "resends": \.resends, "pages": \.pages, "changes": \.changes,
                    "reads": \.reads,
                ], most: 100_000)
        }
        let (keys, users) = try partnerFiles(reading.required("partners"), of: partners, path)
        return Cards(
            issuer: issuer, sandbox: environment == "production" ? sandbox : nil, partners: keys, users: users,
            designs: try reading.member("designs").map(designs) ?? [:],
            rates: rates ?? CardRates(),
            issuerTimeout: .seconds(try reading.member("deadlineSeconds")?.whole(in: 1...20) ?? 10))
    }

    private static func issuer(
        _ reading: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Cards.Issuer {
        try reading.onlyMembers([
            "api", "script", "applicationId", "apiKeyFile", "apiSecretFile", "uiSecretFile", "authoritiesFile",
            "idleSeconds",
        ])
        let (api, script) = (try reading.required("api"), try reading.required("script"))
        guard try api.address().query == nil, try !api.address().path.hasSuffix("/") else {
            throw api.refusal("has a query or a trailing slash")
        }
        guard try script.address().query == nil else { throw script.refusal("has a query") }
        let application = try reading.required("applicationId")
        guard try (1...128).contains(application.text().utf8.count),
            try application.text().utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw application.refusal("is not 1 to 128 visible ASCII characters") }
        return Cards.Issuer(
            api: try api.address(), script: try script.address(), applicationID: try application.text(),
            apiKeyFile: try path(reading.required("apiKeyFile")),
            apiSecretFile: try path(reading.required("apiSecretFile")),
            uiSecretFile: try path(reading.required("uiSecretFile")),
            authoritiesFile: try reading.member("authoritiesFile").map(path),
            connectionIdleLimit: .seconds(try reading.member("idleSeconds")?.whole(in: 0...60) ?? 0))
    }

    private static func refuseSandbox(_ reading: Reading) throws(Refusal) {
        for name in ["api", "script"] {
            guard let address = reading.member(name) else { continue }
            guard try !SandboxNames.name(address.address()) else {
                throw address.refusal("leads to a sandbox but is configured for production")
            }
        }
        guard let application = reading.member("applicationId") else { return }
        guard try !SandboxNames.name(application.text()) else {
            throw application.refusal("is a sandbox id but is configured for production")
        }
    }

    private static func partnerFiles(
        _ reading: Reading, of partners: [String: Set<String>], _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> (keys: [String: String], users: [String: String]) {
        var (files, users): ([String: String], [String: String]) = ([:], [:])
        for (partner, value) in try reading.members() {
            guard partners[partner] != nil else { throw value.refusal("names a partner that is not in partners") }
            try value.onlyMembers(["keysFile", "usersFile"])
            files[partner] = try path(value.required("keysFile"))
            users[partner] = try value.member("usersFile").map(path)
        }
        guard !files.isEmpty else { throw reading.refusal("is empty; at least one partner's keys are required") }
        return (files, users)
    }

    private static func designs(_ reading: Reading) throws(Refusal) -> [String: CardProductDesign] {
        try reading.atMost(100, "designs")
        var designs: [String: CardProductDesign] = [:]
        for (name, value) in try reading.members() {
            try value.onlyMembers(["name", "background", "accent", "text"])
            guard
                let design = CardProductDesign(
                    name: try value.required("name").text(), background: try value.required("background").text(),
                    accent: try value.required("accent").text(), text: try value.required("text").text())
            else { throw value.refusal("needs a short name and colours like #0b5fae") }
            designs[name] = design
        }
        return designs
    }
}
