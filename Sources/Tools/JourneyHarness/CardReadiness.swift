package import JourneyBase
import JourneyWire

/// The card issuer's part of what `journey serve --json` prints: where it is, its cards by what they are there for, and the
/// file with the key that vouches for users. No secret itself.
package struct CardReadiness: ReadinessMessage {
    package struct Card: WireMessage {
        /// What it is there for, such as `everyday`.
        package var label: String
        package var id: String
        /// The issuer's id of its holder.
        package var user: String

        package init(label: String, id: String, user: String) {
            self.label = label
            self.id = id
            self.user = user
        }
    }

    /// The signed API.
    package var api: Origin
    /// The UI SDK, on the origin of the frames.
    package var script: HTTPSURL
    /// Whose backend mints the tokens of users.
    package var partner: String
    /// A file, only for its owner, with the key that signs them; its id is its thumbprint.
    package var userKeyFile: String
    /// The configuration of a gateway that is the card proxy.
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
