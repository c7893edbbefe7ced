import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("Card proxy configuration")
struct CardConfigurationTests {
    private func with(_ path: ArraySlice<String>, _ value: JSONValue?, in json: JSONValue) -> JSONValue {
        guard let name = path.first else { return json }
        var members = json.object ?? [:]
        members[name] = path.count == 1 ? value : with(path.dropFirst(), value, in: members[name] ?? [:])
        return .object(members)
    }

    private func read(
        _ path: [String] = [], _ value: JSONValue? = nil, environment: String? = "sandbox", given: String? = nil
    ) throws(JourneyError) -> GatewayConfiguration {
        var configuration = GatewayFolder.configuration(in: environment ?? given)
        configuration["environment"] = environment.map { .string($0) }
        configuration["cards"] = with(path[...], value, in: GatewayFolder.cards)
        return try GatewayConfiguration(
            reading: JSONValue.object(configuration).compactBytes, folder: "/etc/gateway", environment: given)
    }

    @Test("the environment selects the issuer, from the file or the process")
    func environments() throws {
        let sandbox = try #require(try read().cards)
        #expect(sandbox.issuer.api.origin.host == "www.sandbox.issuer.eu" && sandbox.sandbox == nil)
        #expect(sandbox.issuer.apiKeyFile == "/etc/gateway/cards/key")
        #expect(sandbox.partners == ["partner": "/etc/gateway/cards/partner.json"])
        #expect(sandbox.rates.confirmations == 7 && sandbox.rates.reads == 300 && sandbox.issuerTimeout == .seconds(5))
        #expect(sandbox.designs["VIRTUAL"]?.name == "Harbour")
        for production in [try read(environment: "production"), try read(environment: nil, given: "production")] {
            #expect(production.cards?.issuer.api.origin.host == "api.issuer.eu")
            #expect(production.cards?.sandbox?.applicationID == "application-sandbox")
        }
        #expect(try read(given: "sandbox").environment == "sandbox")
    }

    @Test("a process with another or an unknown environment does not start")
    func contradiction() {
        for (environment, given, sentence) in [
            ("sandbox", "production", "environment differs from the environment given to the process."),
            (nil, "staging", "The document is read for an environment that is neither sandbox nor production."),
            (nil, nil, "environment is missing."),
        ] as [(String?, String?, String)] {
            let error = #expect(throws: JourneyError.self) { try read(environment: environment, given: given) }
            #expect(error?.code == .configurationInvalid && error?.message == sentence)
        }
    }

    @Test(
        "a configuration mistake is refused with its location",
        arguments: [
            (["issuer"], [:], "cards.issuer is an unknown member; did you mean 'issuers'?"),
            (["issuers", "staging"], [:], "cards.issuers.staging is an unknown member."),
            (
                ["issuers"], [:],
                "cards.issuers has no issuer for the gateway's environment, sandbox."
            ),
            (
                ["issuers", "sandbox", "api"], "http://a.eu/api/v1",
                "cards.issuers.sandbox.api is not a valid absolute https URL in normalized form: 'http://a.eu/api/v1'."
            ),
            (
                ["issuers", "sandbox", "api"], "https://a.eu/api/v1/",
                "cards.issuers.sandbox.api has a query or a trailing slash."
            ),
            (["issuers", "sandbox", "script"], "https://a.eu/x.js?v=1", "cards.issuers.sandbox.script has a query."),
            (["issuers", "sandbox", "apiSecretFile"], nil, "cards.issuers.sandbox.apiSecretFile is missing."),
            (
                ["issuers", "sandbox", "apiSecret"], "secret",
                "cards.issuers.sandbox.apiSecret is an unknown member."
            ),
            (
                ["issuers", "sandbox", "applicationId"], "é",
                "cards.issuers.sandbox.applicationId is not 1 to 128 visible ASCII characters."
            ),
            (["partners"], [:], "cards.partners is empty; at least one partner's keys are required."),
            (
                ["partners", "other"], ["keysFile": "x"],
                "cards.partners.other names a partner that is not in partners."
            ),
            (["partners", "partner", "keysFile"], nil, "cards.partners.partner.keysFile is missing."),
            (["rates", "confirmations"], 0, "cards.rates.confirmations is not between 1 and 100000."),
            (["rates", "confirms"], 1, "cards.rates.confirms is an unknown member."),
            (
                ["issuers", "sandbox", "idleSeconds"], -1,
                "cards.issuers.sandbox.idleSeconds is not between 0 and 60."
            ),
            (
                ["issuers", "production", "idleSeconds"], 61,
                "cards.issuers.production.idleSeconds is not between 0 and 60."
            ),
            (["deadlineSeconds"], 21, "cards.deadlineSeconds is not between 1 and 20."),
            (
                ["designs", "VIRTUAL", "text"], "white",
                "cards.designs.VIRTUAL needs a short name and colours like #0b5fae."
            ),
            // The production section is checked in the sandbox too.
            (
                ["issuers", "production", "api"], "https://www.sandbox.issuer.eu/api/v1",
                "cards.issuers.production.api leads to a sandbox but is configured for production."
            ),
            (
                ["issuers", "production", "api"], "https://issuer.localhost:8446/api/v1",
                "cards.issuers.production.api leads to a sandbox but is configured for production."
            ),
            (
                ["issuers", "production", "api"], "https://127.0.0.1/api/v1",
                "cards.issuers.production.api leads to a sandbox but is configured for production."
            ),
            (
                ["issuers", "production", "script"], "https://vault.issuer.eu/web/sandbox/v1.1/client.min.js",
                "cards.issuers.production.script leads to a sandbox but is configured for production."
            ),
            (
                ["issuers", "production", "applicationId"], "my-Sandbox-app",
                "cards.issuers.production.applicationId is a sandbox id but is configured for production."
            ),
        ] as [([String], JSONValue?, String)])
    func slips(path: [String], value: JSONValue?, sentence: String) {
        let error = #expect(throws: JourneyError.self) { try read(path, value) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.message == sentence)
    }

    /// Reads the configuration's files, with one of them changed.
    private func content(
        _ environment: String, changing name: String? = nil, to text: String = "", mode: Int = 0o600,
        applicationID: String? = nil
    ) async throws -> Result<CardContent, JourneyError> {
        var result: Result<CardContent, JourneyError>?
        try await GatewayFolder.visit { folder in
            try folder.writeCards(key: try .generate())
            if let name { try folder.write("cards/" + name, Array(text.utf8), mode: mode) }
            var json = GatewayFolder.configuration(in: environment)
            json["cards"] = GatewayFolder.cards
            if let applicationID {
                json["cards"] = with(
                    ["issuers", "production", "applicationId"][...], .string(applicationID), in: GatewayFolder.cards)
            }
            let configuration = try GatewayConfiguration(
                reading: JSONValue.object(json).compactBytes, folder: folder.path)
            let cards = try #require(configuration.cards)
            result = Result { () throws(JourneyError) in try CardContent(cards, environment: environment) }
        }
        return try #require(result)
    }

    @Test("secrets come from files only; a readable, empty or non-text file is refused")
    func secrets() async throws {
        let good = try await content("production").get()
        #expect(good.issuer.apiKey.withBytes { Array($0) } == Array("key-1".utf8))
        #expect(good.partners.keys.sorted() == ["partner"] && good.authorities.isEmpty)
        for name in ["real-key", "real-secret", "real-ui-secret"] {
            for mode in [0o644, 0o660, 0o604] {
                let error = try await content("production", changing: name, to: "value-1", mode: mode).error
                #expect(error?.code == .secretExposed, "\(name) \(mode)")
                #expect(error?.message.contains("value-1") == false)
            }
            #expect(try await content("production", changing: name, to: "\n").error?.code == .fileUnusable)
            for text in ["two words", "é", "a\nb"] {
                let error = try await content("production", changing: name, to: text).error
                #expect(error?.code == .configurationInvalid)
                #expect(error?.message.contains(text) == false)
            }
        }
    }

    @Test("production refuses sandbox credentials, by name and by value")
    func sandboxCredentials() async throws {
        for (name, member) in [
            ("real-key", "apiKeyFile"), ("real-secret", "apiSecretFile"), ("real-ui-secret", "uiSecretFile"),
        ] {
            for text in ["SANDBOX-1", "my-staging-key", "sandbox-key", "plain-sandbox-secret"] {
                let error = try await content("production", changing: name, to: text).error
                #expect(error?.code == .configurationInvalid)
                #expect(
                    error?.message
                        == "cards.issuers.production.\(member) contains a sandbox credential; use the production issuer's."
                )
            }
        }
        // Its text doesn't reveal it, but it is the sandbox's own secret.
        let same = try await content("production", changing: "secret", to: "secret-1").error
        #expect(
            same?.message
                == "cards.issuers.production.apiSecretFile contains a sandbox credential; use the production issuer's.")
        #expect(try await content("sandbox").error == nil)
    }

    @Test(
        "an idle issuer connection is not reused for unrepeatable requests unless configured"
    )
    func idleLimit() throws {
        #expect(try read().cards?.issuer.connectionIdleLimit == .zero)
        let path = ["issuers", "sandbox", "idleSeconds"]
        #expect(try read(path, 20).cards?.issuer.connectionIdleLimit == .seconds(20))
        #expect(try read(path, 0).cards?.issuer.connectionIdleLimit == .zero)
    }

    @Test("a partner's users are listed by their digests, each by one partner")
    func partnerUsers() async throws {
        let digests = ["user-1", "user-2"].map { Hex.encode(SHA256.hash(Array($0.utf8))) }
        func owners(_ first: String, _ second: String) async throws -> Result<CardContent, JourneyError> {
            var result: Result<CardContent, JourneyError>?
            try await GatewayFolder.visit { folder in
                try folder.writeCards(key: try .generate())
                try folder.write("cards/users-1", Array(first.utf8))
                try folder.write("cards/users-2", Array(second.utf8))
                var json = GatewayFolder.configuration.object ?? [:]
                json["partners"] = ["partner": ["client"], "partner-2": ["client-2"]]
                json["cards"] = with(
                    ["partners"],
                    [
                        "partner": ["keysFile": "cards/partner.json", "usersFile": "cards/users-1"],
                        "partner-2": ["keysFile": "cards/partner.json", "usersFile": "cards/users-2"],
                    ], in: GatewayFolder.cards)
                let configuration = try GatewayConfiguration(
                    reading: JSONValue.object(json).compactBytes, folder: folder.path)
                let cards = try #require(configuration.cards)
                result = Result { () throws(JourneyError) in try CardContent(cards, environment: "sandbox") }
            }
            return try #require(result)
        }
        let good = try await owners("# ours\n\(digests[0])\n", digests[1]).get().owners
        #expect(good.partner(of: "user-1") == "partner" && good.partner(of: "user-2") == "partner-2")
        #expect(good.partner(of: "user-3") == nil && good.hasList("partner"))
        let twice = try await owners(digests[0], digests.joined(separator: "\n")).error
        #expect(twice?.code == .configurationInvalid)
        #expect(twice?.message.hasPrefix("cards.partners.partner-2.usersFile: ") == true)
        #expect(try await owners("user-1", "").error?.code == .fileUnusable)
    }

    @Test("a partner needs at least one ES256 public key")
    func partnerKeys() async throws {
        let other = try JWKSet(["p1": VerificationKey(.p384(try P384PrivateKey.generate().publicKey))]).json.compactText
        for text in [
            #"{"keys": []}"#, "{}", "", other, #"{"keys": [{"kty": "oct", "k": "AAAA", "kid": "p1"}]}"#,
        ] {
            let error = try await content("sandbox", changing: "partner.json", to: text).error
            #expect(error?.code == .fileUnusable, "\(text)")
            #expect(error?.message.hasPrefix("cards.partners.partner.keysFile: ") == true)
        }
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
