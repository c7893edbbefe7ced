package import JourneyBase
package import JourneyCrypto
import JourneyGateway
import JourneyWire
package import SandboxServices

/// The sandbox card issuer's part of the development state: the seed of its cards, the derived credentials in files for a
/// gateway, and the key with which the host's backend signs user tokens. Created once.
package struct DevelopmentCards: Sendable {
    /// The partner of the host's backend.
    package static let partner = "demo-partner"
    /// The default port of a gateway next to the sandbox.
    package static let gatewayPort = 8_444
    /// The designs of the sandbox's cards, by the issuer's name, in colours with sufficient contrast to white.
    static let designs = [
        "harbour": CardProductDesign(name: "Harbour", background: "#0b5fae", accent: "#083f74", text: "#ffffff"),
        "dusk": CardProductDesign(name: "Dusk", background: "#4a2c5e", accent: "#9c3d22", text: "#ffffff"),
    ].compactMapValues(\.self)

    package let seed: CardSeed
    /// The key that signs user tokens; its key id is its thumbprint.
    package let userKey: P256PrivateKey
    package let userKeyFile: String
    /// The configuration file of a gateway that serves as this sandbox's card proxy.
    package let gatewayFile: String

    /// The key set with which a gateway verifies user tokens.
    package var userKeys: JWKSet {
        get throws { try JWKSet([userKey.publicKey.thumbprint: userKey.publicKey]) }
    }

    /// Returns the number of the sandbox's card `label`, for tests that check where it appears.
    package func number(ofCard label: String) -> String { seed.number(of: seed.identifier("card/\(label)")) }
}

extension DevelopmentState {
    /// Returns the card issuer's part, and creates missing files. Throws `STORE_FAILED` if the folder can't be written.
    package func cards(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentCards {
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            let seed = CardSeed(try folder.token("card-seed", dependencies))
            let credentials = CardIssuer.Credentials(seed)
            // Rewritten each time, so that they always match this seed.
            for (name, secret) in [
                ("card-api-key", credentials.apiKey), ("card-api-secret", credentials.apiSecret),
                ("card-ui-secret", credentials.uiSecret),
            ] { try folder.write(name, secret.withBytes { Array($0) }) }
            return DevelopmentCards(
                seed: seed, userKey: try folder.key("card-user-key.pem"), userKeyFile: "\(directory)/card-user-key.pem",
                gatewayFile: "\(directory)/card-gateway.json")
        }
    }

    /// Writes the configuration of a gateway next to the sandbox, on `port`: a card proxy without journeys for the issuer at
    /// `api`, with the UI SDK at `script` and the user keys of `cards`. Throws `STORE_FAILED`.
    package func writeCardGateway(
        _ cards: DevelopmentCards, api: Origin, script: HTTPSURL, port: Int = DevelopmentCards.gatewayPort
    ) throws(JourneyError) {
        let folder = try PrivateFolder(directory)
        _ = try PrivateFolder("\(directory)/card-gateway-published")
        let users: JWKSet
        let remote: JWKSet
        do {
            users = try cards.userKeys
            remote = try JWKSet([remoteKey.publicKey.thumbprint: remoteKey.publicKey])
        } catch {
            throw JourneyError(.storeFailed, "The keys of the card gateway could not be encoded as JWK sets: \(error).")
        }
        try folder.write("card-user-keys.json", users.json.compactBytes)
        // The key of a state folder never changes, so its set has only one version.
        let versioned = (remote.json.object ?? [:]).merging(["version": 1]) { $1 }
        try folder.write("remote-keys.json", JSONValue.object(versioned).compactBytes)
        try folder.write("card-gateway-tokens", "# This gateway serves no journeys.\n")
        let configuration: JSONValue = [
            "environment": "sandbox",
            "listen": [
                "address": "127.0.0.1", "port": .number(JSONNumber(port)),
                "names": [.string(DevelopmentState.gatewayHost)],
            ],
            "tls": ["certificateFile": "server.pem", "keyFile": "server-key.pem"],
            "database": ["sqliteFile": "card-gateway.sqlite"],
            "keys": [
                "manifestsFile": "manifest-keys.json", "manifestAnchorFile": "manifest-anchor.json",
                "remoteConfigurationFile": "remote-keys.json",
            ],
            "publishedFolder": "card-gateway-published",
            "partners": .object([DevelopmentCards.partner: ["demo-client"]]),
            "contextTokensFile": "card-gateway-tokens",
            "cards": [
                "issuers": [
                    "sandbox": [
                        "api": .string("\(api)\(IssuerCall.version)"), "script": .string("\(script)"),
                        "applicationId": .string(CardIssuer.Credentials(cards.seed).applicationID),
                        "apiKeyFile": "card-api-key", "apiSecretFile": "card-api-secret",
                        "uiSecretFile": "card-ui-secret", "authoritiesFile": "authority.pem",
                    ]
                ],
                "partners": .object([DevelopmentCards.partner: ["keysFile": "card-user-keys.json"]]),
                "designs": .object(
                    DevelopmentCards.designs.mapValues {
                        [
                            "name": .string($0.name), "background": .string($0.background),
                            "accent": .string($0.accent), "text": .string($0.text),
                        ]
                    }),
            ],
        ]
        try folder.write("card-gateway.json", configuration.compactBytes)
    }
}
