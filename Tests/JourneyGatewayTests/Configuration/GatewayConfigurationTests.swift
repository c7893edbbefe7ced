import JourneyBase
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Gateway configuration")
struct GatewayConfigurationTests {
    private func read(_ value: JSONValue) throws(JourneyError) -> GatewayConfiguration {
        try GatewayConfiguration(reading: value.compactBytes, folder: "/etc/gateway")
    }

    private func with(_ path: String, _ value: JSONValue?, in json: JSONValue) -> JSONValue {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        var members = json.object ?? [:]
        members[parts[0]] = parts.count == 1 ? value : with(parts[1], value, in: members[parts[0]] ?? [:])
        return .object(members)
    }

    @Test("relative paths are resolved against the file's folder")
    func paths() throws {
        let configuration = try read(with("tls.keyFile", "/run/secrets/key.pem", in: GatewayFolder.configuration))
        #expect(configuration.certificateFile == "/etc/gateway/chain.pem")
        #expect(configuration.keyFile == "/run/secrets/key.pem")
        #expect(configuration.store == .sqlite(file: "/etc/gateway/gateway.db"))
        #expect(configuration.telemetryRetention == .seconds(7 * 86_400) && configuration.grace == .seconds(5))
    }

    @Test("PostgreSQL is reached by TLS or a local socket")
    func postgreSQL() throws {
        let server: JSONValue = [
            "host": "db.example", "authoritiesFile": "ca.pem", "database": "gateway", "user": "gateway",
            "passwordFile": "pw",
        ]
        #expect(
            try read(with("database", ["postgresql": server], in: GatewayFolder.configuration)).store
                == .server(
                    host: "db.example", port: 5_432, authoritiesFile: "/etc/gateway/ca.pem", database: "gateway",
                    user: "gateway", passwordFile: "/etc/gateway/pw"))
        let socket: JSONValue = [
            "socketFolder": "/run/postgresql", "port": 5_433, "database": "g", "user": "u", "passwordFile": "pw",
        ]
        #expect(
            try read(with("database", ["postgresql": socket], in: GatewayFolder.configuration)).store
                == .socket(
                    folder: "/run/postgresql", port: 5_433, database: "g", user: "u",
                    passwordFile: "/etc/gateway/pw"))
    }

    @Test(
        "the development attestor is allowed in the sandbox and refused in production")
    func attestation() throws {
        let wanted: JSONValue = [
            "appIds": ["partner": ["TEAM123456.com.partner.app"]], "development": true, "rootsFile": "roots.pem",
            "revokedKeysFile": "/etc/revoked",
        ]
        let asked = with("attestation", wanted, in: GatewayFolder.configuration)
        #expect(
            try read(with("environment", "sandbox", in: asked)).attestation
                == GatewayConfiguration.Attestation(
                    appIDs: ["partner": ["TEAM123456.com.partner.app"]], rootsFile: "/etc/gateway/roots.pem",
                    acceptsDevelopment: true, revokedKeysFile: "/etc/revoked"))
        let production = with("attestation", wanted, in: .object(GatewayFolder.configuration(in: "production")))
        let error = #expect(throws: JourneyError.self) { try read(production) }
        #expect(error?.code == .configurationInvalid)
        #expect(
            error?.message
                == "attestation.development is true in production, where development attestations are not accepted.")
        #expect(
            try read(with("attestation.development", false, in: production)).attestation?.acceptsDevelopment == false)
        #expect(try read(GatewayFolder.configuration).attestation == nil)
    }

    @Test("Apple's roots are the default, a file may replace them, and files are checked")
    func attestationFiles() throws {
        let scratch = try Scratch()
        func policy(_ roots: String?, _ revoked: String?) throws -> AttestationPolicy {
            try AttestationPolicy(
                GatewayConfiguration.Attestation(
                    appIDs: ["partner": ["TEAM123456.a"]], rootsFile: roots, acceptsDevelopment: true,
                    revokedKeysFile: revoked),
                environment: "sandbox")
        }
        #expect(try policy(nil, nil).roots == AttestationPolicy.appleRoots())
        let digest = String(repeating: "ab", count: 32)
        #expect(
            try policy(nil, try scratch.write(digest + "\n", "revoked")).revokedKeys
                == [[UInt8](repeating: 0xAB, count: 32)])
        for (roots, revoked) in [
            (try scratch.write("no certificate", "roots"), nil), (nil, try scratch.write("ab\n", "short")),
            ("/nowhere", nil),
        ] as [(String?, String?)] {
            let error = #expect(throws: JourneyError.self) { try policy(roots, revoked) }
            #expect(error?.code == .fileUnusable)
        }
    }

    @Test(
        "a mistake in the identity provider's configuration is refused with its location",
        arguments: [
            ("issuer", nil, "identity.issuer is missing."),
            ("audiences", [], "identity.audiences is empty; name the gateway as the provider's tokens do."),
            (
                "issuer", "http://id.bank.example",
                "identity.issuer is not a valid absolute https URL in normalized form: 'http://id.bank.example'."
            ),
            (
                "scope", "a b",
                "identity.scope is not one scope: visible ASCII characters except quotes and backslashes."
            ),
            ("keys", nil, "identity must have either keys or introspection."),
            ("introspection", [:], "identity must have either keys or introspection."),
            (
                "keys.algorithms", ["HS256"],
                "identity.keys.algorithms[0] is not one of ES256, ES384, ES512, EdDSA, PS256, RS256."
            ),
            ("keys.algorithms", [], "identity.keys.algorithms is empty; name the algorithms of the provider's tokens."),
            ("keys.longestSeconds", 86_401, "identity.keys.longestSeconds is not between 60 and 86400."),
            ("clients", [:], "identity.clients is empty; name at least one client of the provider."),
            (
                "clients.ios", ["partner": "partner", "client": "other"],
                "identity.clients.ios names a client that is not one of its partner's in partners."
            ),
            ("senders", "none", "identity.senders is neither required nor optional."),
            ("jwks", "x", "identity.jwks is an unknown member."),
        ] as [(String, JSONValue?, String)])
    func identitySlips(path: String, value: JSONValue?, sentence: String) {
        let error = #expect(throws: JourneyError.self) {
            try read(with("identity.\(path)", value, in: .object(GatewayFolder.configuration(in: "production"))))
        }
        #expect(error?.code == .configurationInvalid && error?.message == sentence)
    }

    @Test("context tokens from a file are for the sandbox, and never beside an identity provider")
    func contextTokens() throws {
        let tokens: JSONValue = "tokens"
        for (configuration, sentence) in [
            (
                with("environment", "production", in: GatewayFolder.configuration),
                "contextTokensFile is for the sandbox only; production needs identity, the bank's identity provider."
            ),
            (
                with("identity", GatewayFolder.identity, in: GatewayFolder.configuration),
                "identity is there beside contextTokensFile; keep one of them."
            ),
            (with("contextTokensFile", nil, in: GatewayFolder.configuration), "contextTokensFile is missing."),
            (
                with("identity", nil, in: .object(GatewayFolder.configuration(in: "production"))),
                "identity is missing."
            ),
        ] {
            let error = #expect(throws: JourneyError.self) { try read(configuration) }
            #expect(error?.code == .configurationInvalid && error?.message == sentence)
        }
        #expect(try read(with("contextTokensFile", tokens, in: GatewayFolder.configuration)).environment == "sandbox")
        guard case .provider(let provider) = try read(.object(GatewayFolder.configuration(in: "production"))).access
        else {
            Issue.record("The production configuration names no identity provider.")
            return
        }
        // Senders are bound unless the operator says otherwise.
        #expect(provider.senders == .required && provider.policy.longestLifetime == 3_600)
    }

    @Test(
        "a configuration mistake is refused with its location",
        arguments: [
            ("environment", "staging", "environment is neither sandbox nor production."),
            ("listen.publicPort", 0, "listen.publicPort is not between 1 and 65535."),
            (
                "partners", ["a b": ["c"]],
                "partners.a b has a partner id that is not 1 to 128 visible ASCII characters."
            ),
            ("partners", ["a": ["é"]], "partners.a[0] is not 1 to 128 visible ASCII characters."),
            ("listen.port", 65_536, "listen.port is not between 0 and 65535."),
            ("listen.address", "localhost", "listen.address is not an IPv4 address such as 127.0.0.1."),
            ("listen.address", "127.0.0.01", "listen.address is not an IPv4 address such as 127.0.0.1."),
            ("listen.names", [], "listen.names is empty; a gateway serves only requests to its names."),
            ("listen.names", ["Gateway.example"], "listen.names[0] is not a host name in lower case."),
            ("listen.names", ["a.example", "a.example"], "listen.names[1] appears twice."),
            ("tls.keyFile", nil, "tls.keyFile is missing."),
            ("tls.keyfile", "x", "tls.keyfile is an unknown member; did you mean 'keyFile'?"),
            ("database", [:], "database must have either sqliteFile or postgresql."),
            ("database.postgresql", ["database": "g"], "database must have either sqliteFile or postgresql."),
            (
                "database", ["postgresql": ["database": "g", "user": "u", "passwordFile": "p", "host": "h"]],
                "database.postgresql.authoritiesFile is missing."
            ),
            (
                "database", ["postgresql": ["database": "g", "user": "u", "password": "p", "host": "h"]],
                "database.postgresql.passwordFile is missing."
            ),
            ("partners", [:], "partners is empty; name at least one partner with a client."),
            ("partners.partner", [], "partners.partner is empty; name at least one client of the partner."),
            ("publishedFolder", "", "publishedFolder is empty."),
            ("telemetry.retentionDays", 0, "telemetry.retentionDays is not between 1 and 3650."),
            ("shutdown.graceSeconds", 301, "shutdown.graceSeconds is not between 1 and 300."),
            ("attestation", [:], "attestation.appIds is missing."),
            ("attestation.appIds", [:], "attestation.appIds is empty; remove attestation instead."),
            (
                "attestation.appIds", ["partner": ["com.partner.app"]],
                "attestation.appIds.partner[0] is not an app id: ten characters of a team id, a dot, a bundle id."
            ),
            (
                "attestation.appIds", ["partner": ["TEAM123456.a", "TEAM123456.a"]],
                "attestation.appIds.partner[1] appears twice."
            ),
            ("attestation.appIds", ["partner": []], "attestation.appIds.partner is empty; remove the partner instead."),
            (
                "attestation.appIds", ["other": ["TEAM123456.a"]],
                "attestation.appIds.other names a partner that is not in partners."
            ),
            (
                "attestation", ["appIds": ["partner": ["TEAM123456.a"]], "developments": true],
                "attestation.developments is an unknown member; did you mean 'development'?"
            ),
            ("tokens", ["secret"], "tokens is an unknown member."),
        ] as [(String, JSONValue?, String)])
    func slips(path: String, value: JSONValue?, sentence: String) {
        do throws(JourneyError) {
            _ = try read(with(path, value, in: GatewayFolder.configuration))
            Issue.record("it was read")
        } catch {
            #expect(error.code == .configurationInvalid)
            #expect(error.message == sentence)
        }
    }
}
