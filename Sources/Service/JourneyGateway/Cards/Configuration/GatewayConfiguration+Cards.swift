import JourneyBase
import JourneyLanguage

extension GatewayConfiguration {
    /// The card proxy. `docs/reference/card-proxy.md` has an example and every member.
    public struct Cards: Hashable, Sendable {
        /// An issuer of one environment. Secrets are named by their files.
        struct Issuer: Hashable, Sendable {
            var api: HTTPSURL
            var script: HTTPSURL
            var applicationID: String
            var apiKeyFile: String
            var apiSecretFile: String
            var uiSecretFile: String
            /// PEM; `nil` for those of the system.
            var authoritiesFile: String?
            /// How long a connection may have been idle to carry a request that may not be repeated; zero: none.
            var connectionIdleLimit: Duration
        }

        /// The issuer of the gateway's environment.
        var issuer: Issuer
        /// The sandbox's issuer, where a file for production names that one too: its credentials are none of production's.
        var sandbox: Issuer?
        /// JWK sets of hosts' backends, by the partner's id.
        var partners: [String: String]
        /// Lists of partners' users, by the partner's id, of those that have one.
        var users: [String: String]
        var designs: [String: CardDesign]
        var rates: CardRates
        /// How long the issuer has for all that one request asks of it.
        var patience: Duration
    }

    static func cards(
        _ reading: Reading, environment: String, partners: [String: Set<String>],
        _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Cards {
        try reading.onlyMembers(["issuers", "partners", "designs", "rates", "deadlineSeconds"])
        let list = try reading.required("issuers")
        try list.onlyMembers(["sandbox", "production"])
        // Both are looked at, so that a slip is found before the day it counts.
        let sandbox = try list.member("sandbox").map { one throws(Refusal) in try issuer(one, path) }
        let production = try list.member("production").map { one throws(Refusal) in
            try refuseSandbox(one)
            return try issuer(one, path)
        }
        guard let issuer = environment == "production" ? production : sandbox else {
            throw list.refusal("has no issuer of the gateway's environment, which is \(environment)")
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
            patience: .seconds(try reading.member("deadlineSeconds")?.whole(in: 1...20) ?? 10))
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
            throw api.refusal("has a query, or a slash at its end")
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
                throw address.refusal("leads to a sandbox, and stands in production")
            }
        }
        guard let application = reading.member("applicationId") else { return }
        guard try !SandboxNames.name(application.text()) else {
            throw application.refusal("is a sandbox's, and stands in production")
        }
    }

    private static func partnerFiles(
        _ reading: Reading, of partners: [String: Set<String>], _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> (keys: [String: String], users: [String: String]) {
        var (files, users): ([String: String], [String: String]) = ([:], [:])
        for (partner, value) in try reading.members() {
            guard partners[partner] != nil else { throw value.refusal("is of nobody who stands in partners") }
            try value.onlyMembers(["keysFile", "usersFile"])
            files[partner] = try path(value.required("keysFile"))
            users[partner] = try value.member("usersFile").map(path)
        }
        guard !files.isEmpty else { throw reading.refusal("is empty; no user could be known") }
        return (files, users)
    }

    private static func designs(_ reading: Reading) throws(Refusal) -> [String: CardDesign] {
        try reading.atMost(100, "designs")
        var designs: [String: CardDesign] = [:]
        for (name, value) in try reading.members() {
            try value.onlyMembers(["name", "background", "accent", "text"])
            guard
                let design = CardDesign(
                    name: try value.required("name").text(), background: try value.required("background").text(),
                    accent: try value.required("accent").text(), text: try value.required("text").text())
            else { throw value.refusal("has no short name, or a colour that is not like #0b5fae") }
            designs[name] = design
        }
        return designs
    }
}
