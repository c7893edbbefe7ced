package import JourneyBase

/// What `journey serve --json` prints once it answers: all that a client needs to reach and to trust it, and no secret.
package struct SandboxReadiness: Sendable, Hashable {
    /// Where the sandbox that was started last says the same, in the folder of the development state.
    package static let runningFile = "running-sandbox.json"

    /// Manifests, keys and OpenAPI bundles.
    package var gateway: Origin
    /// Pages and the bank's interface.
    package var bank: Origin
    /// The certificate of the throw-away authority, PEM.
    package var authorityPEM: String
    /// By host name: SHA-256 in base64 (RFC 7469) of the keys one of which its chain holds, a backup among them.
    package var pins: [String: [String]]
    /// Whom to believe about the keys of manifests: issuer, environment and roots.
    package var anchor: JSONValue
    /// The JWK set that verifies remote configuration.
    package var remoteKeys: JSONValue
    /// The JWK set that verifies ID tokens of the bank's authorization server, which stands at the bank's origin.
    package var signInKeys: JSONValue
    /// Where the bank keeps its books; `nil` when in memory.
    package var database: String?
    /// A file, only for its owner, with the token of a customer who signed in at the host.
    package var contextTokenFile: String
    /// The wallet beside the bank, where there is one.
    package var wallet: WalletReadiness?
    /// The card issuer, where there is one.
    package var cards: CardReadiness?
    /// The pass service, where there is one.
    package var passes: PassReadiness?

    package init(
        gateway: Origin, bank: Origin, authorityPEM: String, pins: [String: [String]], anchor: JSONValue,
        remoteKeys: JSONValue, signInKeys: JSONValue, database: String?, contextTokenFile: String,
        wallet: WalletReadiness? = nil, cards: CardReadiness? = nil, passes: PassReadiness? = nil
    ) {
        self.gateway = gateway
        self.bank = bank
        self.authorityPEM = authorityPEM
        self.pins = pins
        self.anchor = anchor
        self.remoteKeys = remoteKeys
        self.signInKeys = signInKeys
        self.database = database
        self.contextTokenFile = contextTokenFile
        self.wallet = wallet
        self.cards = cards
        self.passes = passes
    }

    /// The one that `value` spells, or `nil`.
    package init?(_ value: JSONValue) {
        guard let gateway = value["gateway"]?.string.flatMap({ HTTPSURL($0) }),
            let bank = value["bank"]?.string.flatMap({ HTTPSURL($0) }),
            let authority = value["authorityPem"]?.string, let pins = value["pins"]?.object,
            let anchor = value["anchor"], let remoteKeys = value["remoteKeys"],
            let signInKeys = value["signInKeys"], let token = value["contextTokenFile"]?.string
        else { return nil }
        let texts = pins.compactMapValues { $0.array?.compactMap(\.string) }
        guard texts.count == pins.count, texts.allSatisfy({ $0.value.count == pins[$0.key]?.array?.count }) else {
            return nil
        }
        let wallet = value["wallet"].flatMap { WalletReadiness($0) }
        // One that cannot be read is not one that is not there.
        guard wallet != nil || (value["wallet"] ?? .null) == .null else { return nil }
        let cards = value["cards"].flatMap { CardReadiness($0) }
        guard cards != nil || (value["cards"] ?? .null) == .null else { return nil }
        let passes = value["passes"].flatMap { PassReadiness($0) }
        guard passes != nil || (value["passes"] ?? .null) == .null else { return nil }
        self.init(
            gateway: gateway.origin, bank: bank.origin, authorityPEM: authority, pins: texts, anchor: anchor,
            remoteKeys: remoteKeys, signInKeys: signInKeys, database: value["database"]?.string,
            contextTokenFile: token,
            wallet: wallet, cards: cards, passes: passes)
    }

    package var json: JSONValue {
        [
            "gateway": .string("\(gateway)"), "bank": .string("\(bank)"), "authorityPem": .string(authorityPEM),
            "pins": .object(pins.mapValues { .array($0.map { .string($0) }) }), "anchor": anchor,
            "remoteKeys": remoteKeys, "signInKeys": signInKeys,
            "database": database.map { .string($0) } ?? .null, "contextTokenFile": .string(contextTokenFile),
            "wallet": wallet?.json ?? .null, "cards": cards?.json ?? .null, "passes": passes?.json ?? .null,
        ]
    }
}
