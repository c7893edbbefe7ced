import Foundation
import JourneyBase
import JourneyCrypto

@testable import JourneyGateway

extension GatewayFolder {
    /// The member `cards` of the configuration, with the files of `writeCards`.
    static let cards: JSONValue = [
        "issuers": [
            "sandbox": [
                "api": "https://www.sandbox.issuer.eu/api/v1",
                "script": "https://www.vault.issuer.eu/web/sandbox/v1.1/client.min.js",
                "applicationId": "application-sandbox", "apiKeyFile": "cards/key", "apiSecretFile": "cards/secret",
                "uiSecretFile": "cards/ui-secret",
            ],
            "production": [
                "api": "https://api.issuer.eu/api/v1", "script": "https://vault.issuer.eu/web/v1.1/client.min.js",
                "applicationId": "application-1", "apiKeyFile": "cards/real-key", "apiSecretFile": "cards/real-secret",
                "uiSecretFile": "cards/real-ui-secret",
            ],
        ],
        "partners": ["partner": ["keysFile": "cards/partner.json"]],
        "designs": [
            "VIRTUAL": ["name": "Harbour", "background": "#0b5fae", "accent": "#083f74", "text": "#ffffff"]
        ],
        "rates": ["confirmations": 7], "deadlineSeconds": 5,
    ]

    /// Writes the files, and the configuration with `cards`.
    func writeCards(_ cards: JSONValue = GatewayFolder.cards, key: P256PrivateKey) throws {
        for (name, text) in [
            ("key", "sandbox-key"), ("secret", "sandbox-secret"), ("ui-secret", "sandbox-ui-secret"),
            ("real-key", "key-1"), ("real-secret", "secret-1"), ("real-ui-secret", "ui-secret-1"),
        ] { try write("cards/" + name, Array((text + "\n").utf8), mode: 0o600) }
        try write("cards/partner.json", try JWKSet(["p1": key.publicKey]).json.compactBytes)
        var configuration = try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: file)))).object ?? [:]
        configuration["cards"] = cards
        try write("gateway.json", JSONValue.object(configuration).compactBytes)
    }
}
