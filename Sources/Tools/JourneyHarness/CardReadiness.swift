package import JourneyBase
import JourneyWire

/// The card issuer's part of the output of `journey serve --json`: its addresses, its cards by purpose, and the file with the key
/// that signs user tokens. Contains no secret.
package struct CardReadiness: ReadinessMessage {
    package struct Card: WireMessage {
        /// The card's purpose, such as `everyday`.
        package var label: String
        package var id: String
        /// The issuer's id of the cardholder.
        package var user: String

        package init(label: String, id: String, user: String) {
            self.label = label
            self.id = id
            self.user = user
        }
    }

    /// The origin of the signed API.
    package var api: Origin
    /// The UI SDK's script, on the origin of its frames.
    package var script: HTTPSURL
    /// The partner whose backend issues user tokens.
    package var partner: String
    /// The path of a file, readable by its owner only, with the key that signs them. The key's id is its thumbprint.
    package var userKeyFile: String
    /// The path of the configuration for a gateway that acts as the card proxy.
    package var gatewayFile: String
    package var cards: [Card]

    package init(
        api: Origin, script: HTTPSURL, partner: String, userKeyFile: String, gatewayFile: String, cards: [Card]
    ) {
        self.api = api
        self.script = script
        self.partner = partner
        self.userKeyFile = userKeyFile
        self.gatewayFile = gatewayFile
        self.cards = cards
    }

    package var isUsable: Bool { !cards.isEmpty }
}
