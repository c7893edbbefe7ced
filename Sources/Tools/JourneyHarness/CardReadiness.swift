package import JourneyBase

/// The card issuer's part of what `journey serve --json` prints: where it is, its cards by what they are there for, and the
/// file with the key that vouches for users. No secret itself.
package struct CardReadiness: Sendable, Hashable {
    package struct Card: Sendable, Hashable {
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

    /// The one that `value` spells, or `nil`.
    package init?(_ value: JSONValue) {
        guard let api = value["api"]?.string.flatMap({ HTTPSURL($0) }),
            let script = value["script"]?.string.flatMap({ HTTPSURL($0) }), let partner = value["partner"]?.string,
            let key = value["userKeyFile"]?.string, let gateway = value["gatewayFile"]?.string,
            let list = value["cards"]?.array
        else { return nil }
        let cards = list.compactMap(Card.init)
        guard cards.count == list.count, !cards.isEmpty else { return nil }
        self.init(
            api: api.origin, script: script, partner: partner, userKeyFile: key, gatewayFile: gateway, cards: cards)
    }

    package var json: JSONValue {
        [
            "api": .string("\(api)"), "script": .string("\(script)"), "partner": .string(partner),
            "userKeyFile": .string(userKeyFile), "gatewayFile": .string(gatewayFile),
            "cards": .array(cards.map(\.json)),
        ]
    }
}

extension CardReadiness.Card {
    init?(_ value: JSONValue) {
        guard let label = value["label"]?.string, let id = value["id"]?.string, let user = value["user"]?.string else {
            return nil
        }
        self.init(label: label, id: id, user: user)
    }

    var json: JSONValue { ["label": .string(label), "id": .string(id), "user": .string(user)] }
}
