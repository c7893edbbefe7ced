import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyServer
import Testing

@testable import JourneyGateway

/// The gateway beside an OpenID provider that nobody here made.
@Suite(
    "Identity provider glewlwyd",
    .enabled(if: PrivateGlewlwyd.isInstalled, "glewlwyd is missing: `make test` installs Debian's package"))
struct GlewlwydTests {
    /// A gateway whose callers have tokens of the provider.
    private static func visit(
        _ provider: PrivateGlewlwyd, _ verification: (String, JSONValue), changes: [String: JSONValue] = [:],
        _ body: (_ ask: (_ token: String, _ scheme: String, _ proof: String?) async throws -> HTTPResponse, HTTPSURL)
            async throws -> Void
    ) async throws {
        try await GatewayFolder.visit { folder in
            var identity: [String: JSONValue] = [
                "issuer": .string(provider.issuer), "audiences": ["journeys"], "scope": "journeys",
                verification.0: verification.1, "senders": "optional", "authoritiesFile": "provider.pem",
                "clients": [PrivateGlewlwyd.client.id: ["partner": "partner", "client": "client"]],
            ]
            for (name, value) in changes { identity[name] = value }
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["contextTokensFile"] = nil
            configuration["identity"] = .object(identity)
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            try folder.write("provider.pem", Array(provider.authorityPEM.utf8))
            try folder.write("secret", Array(PrivateGlewlwyd.client.secret.utf8), mode: 0o600)
            let gateway = try await Gateway.start(configuration: folder.file) { authorities in
                CurlTransport(trust: TLSTrust(authorities: authorities))
            }
            let transport = CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM]))
            let url = try #require(
                HTTPSURL("https://gateway.localhost:\(gateway.port)/journeys/transfer/manifest.json"))
            try await body(
                { token, scheme, proof in
                    var request = HTTPRequest(
                        url: url,
                        headers: [
                            "Authorization": "\(scheme) \(token)", "X-Partner-Id": "partner", "X-Client-Id": "client",
                        ])
                    if let proof { request.headers["DPoP"] = proof }
                    return try await transport.send(request, options: HTTPOptions(timeout: .seconds(30)))
                }, url)
            await gateway.stop()
        }
    }

    @Test("its tokens, proofs and keys are accepted, and none without its signature, scope or sender's key")
    func selfContained() async throws {
        let provider = try await PrivateGlewlwyd.start()
        let keys: JSONValue = ["address": .string("\(provider.issuer)/jwks"), "algorithms": ["ES256"]]
        try await Self.visit(provider, ("keys", keys)) { ask, url in
            let token = try await provider.token()
            #expect(try await ask(token, "Bearer", nil).status == 200)
            let signature = try #require(token.split(separator: ".").last)
            let forged =
                token.dropLast(signature.count) + (signature.hasPrefix("A") ? "B" : "A") + signature.dropFirst()
            #expect(try await ask(String(forged), "Bearer", nil).status == 401)
            #expect(try await ask(try await provider.token(scope: "other"), "Bearer", nil).status == 401)

            let key = try P256PrivateKey.generate()
            let bound = try await provider.token(proof: try await provider.tokenProof(by: key))
            func proof(_ key: P256PrivateKey, _ token: String) async throws -> String {
                try await DPoPProof.make(
                    for: .get, url, token: token, identifier: UUID().uuidString,
                    at: Int64(Date().timeIntervalSince1970), by: key, .p256(key.publicKey))
            }
            #expect(try await ask(bound, "Bearer", nil).status == 401)
            #expect(try await ask(bound, "DPoP", nil).status == 401)
            #expect(try await ask(bound, "DPoP", try await proof(.generate(), bound)).status == 401)
            #expect(try await ask(bound, "DPoP", try await proof(key, token)).status == 401)
            let good = try await proof(key, bound)
            #expect(try await ask(bound, "DPoP", good).status == 200)
            #expect(try await ask(bound, "DPoP", good).status == 401)
        }
    }

    @Test("for another audience, and with a lifetime above the configured one, its tokens are refused")
    func bounds() async throws {
        let provider = try await PrivateGlewlwyd.start()
        let address: JSONValue = .string("\(provider.issuer)/jwks")
        let token = try await provider.token()
        let cases: [(JSONValue, [String: JSONValue], Int)] = [
            (["address": address, "algorithms": ["ES256"]], ["audiences": ["other-gateway"]], 401),
            (["address": address, "algorithms": ["ES256"]], ["issuer": "https://localhost/api/oidc"], 401),
            (["address": address, "algorithms": ["PS256"]], [:], 401),
            (["address": address, "algorithms": ["ES256"], "longestSeconds": 299], [:], 401),
            (["address": address, "algorithms": ["ES256"], "longestSeconds": 300], [:], 200),
        ]
        for (keys, changes, status) in cases {
            try await Self.visit(provider, ("keys", keys), changes: changes) { ask, _ in
                let response = try await ask(token, "Bearer", nil)
                #expect(response.status == status, "\(keys) \(changes)")
            }
        }
    }

    @Test("it is asked about tokens, and one that was revoked before it was seen is refused")
    func introspection() async throws {
        let provider = try await PrivateGlewlwyd.start()
        let endpoint: JSONValue = [
            "address": .string("\(provider.issuer)/introspect"), "clientId": .string(PrivateGlewlwyd.client.id),
            "clientSecretFile": "secret",
        ]
        try await Self.visit(provider, ("introspection", endpoint)) { ask, _ in
            let (token, revoked) = (try await provider.token(), try await provider.token())
            #expect(try await ask(token, "Bearer", nil).status == 200)
            try await provider.revoke(revoked)
            #expect(try await ask(revoked, "Bearer", nil).status == 401)
            #expect(try await ask(token + "x", "Bearer", nil).status == 401)
            #expect(try await ask("unknown", "Bearer", nil).status == 401)
        }
    }
}
