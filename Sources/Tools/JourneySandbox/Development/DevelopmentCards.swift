package import JourneyBase
package import JourneyCrypto
import JourneyGateway
package import SandboxServices

/// What the sandbox's card issuer keeps in the development state: the seed of its cards, with the credentials that come of
/// it in files for a gateway, and the key with which the host's backend vouches for its users. Made once.
package struct DevelopmentCards: Sendable {
    /// Whose host the backend is.
    package static let partner = "demo-partner"
    /// Where a gateway that is started beside the sandbox listens, unless it is told otherwise.
    package static let gatewayPort = 8_444
    /// How the sandbox's cards look, by what the issuer calls it: colours on which white can be read.
    static let designs = [
        "harbour": CardDesign(name: "Harbour", background: "#0b5fae", accent: "#083f74", text: "#ffffff"),
        "dusk": CardDesign(name: "Dusk", background: "#4a2c5e", accent: "#9c3d22", text: "#ffffff"),
    ].compactMapValues(\.self)

    package let seed: CardSeed
    /// Signs tokens of users; named by its thumbprint.
    package let userKey: P256PrivateKey
    package let userKeyFile: String
    /// The configuration of a gateway that is the card proxy of this sandbox.
    package let gatewayFile: String

    /// The set with which a gateway checks the tokens of users.
    package var userKeys: JWKSet {
        get throws { try JWKSet([userKey.publicKey.thumbprint: userKey.publicKey]) }
    }

    /// The number of the card that the sandbox calls `label`, for whoever makes sure that it is where it belongs and nowhere
    /// else.
    package func number(ofCard label: String) -> String { seed.number(of: seed.identifier("card/\(label)")) }
}

extension DevelopmentState {
    /// The card issuer's part, completed as needed. Throws `STORE_FAILED` when the folder cannot be written.
    package func cards(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentCards {
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            let seed = CardSeed(try folder.token("card-seed", dependencies))
            let credentials = CardIssuer.Credentials(seed)
            // Written anew each time, so that they are always of this seed.
            for (name, secret) in [
                ("card-api-key", credentials.apiKey), ("card-api-secret", credentials.apiSecret),
                ("card-ui-secret", credentials.uiSecret),
            ] { try folder.write(name, secret.withBytes { Array($0) }) }
            return DevelopmentCards(
                seed: seed, userKey: try folder.key("card-user-key.pem"), userKeyFile: "\(directory)/card-user-key.pem",
                gatewayFile: "\(directory)/card-gateway.json")
        }
    }

    /// Writes the configuration of a gateway beside the sandbox, on `port`: the card proxy of the issuer at `api` with the UI
    /// SDK at `script`, known to its users' backend by `cards`, and without journeys. Throws `STORE_FAILED`.
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
        } catch { throw JourneyError(.storeFailed, "The keys of the card gateway cannot be written.") }
        try folder.write("card-user-keys.json", users.json.compactBytes)
        // The key of a state folder never changes, so its set has one version.
        let versioned = (remote.json.object ?? [:]).merging(["version": 1]) { $1 }
        try folder.write("remote-keys.json", JSONValue.object(versioned).compactBytes)
        try folder.write("card-gateway-tokens", "# No journey is served here.\n")
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
                        "api": .string("\(api)\(RequestSignature.base)"), "script": .string("\(script)"),
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
