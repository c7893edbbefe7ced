package import JourneyBase
import JourneyWire

/// The output of `journey serve --json` once the sandbox answers: all that a client needs to reach and trust it, without secrets.
package struct SandboxReadiness: ReadinessMessage {
    /// The file with the same content for the sandbox started last, in the folder of the development state.
    package static let runningFile = "running-sandbox.json"

    /// The origin of manifests, keys and OpenAPI bundles.
    package var gateway: Origin
    /// The origin of the pages and the bank's API.
    package var bank: Origin
    /// The certificate of the throw-away authority, PEM.
    package var authorityPEM: String
    /// The pins by host name: SHA-256 in base64 (RFC 7469). Its chain has one of the keys; a backup is among them.
    package var pins: [String: [String]]
    /// The trust anchor for manifest keys: issuer, environment and roots.
    package var anchor: JSONValue
    /// The JWK set that verifies remote configuration.
    package var remoteKeys: JSONValue
    /// The JWK set that verifies ID tokens of the bank's authorization server, at the bank's origin.
    package var signInKeys: JSONValue
    /// The bank's database; `nil` when in memory.
    package var database: String?
    /// The path of a file, readable by its owner only, with the token of a customer who signed in at the host app.
    package var contextTokenFile: String
    /// The wallet, if there is one.
    package var wallet: WalletReadiness?
    /// The card issuer, if there is one.
    package var cards: CardReadiness?
    /// The pass service, if there is one.
    package var passes: PassReadiness?

    private enum CodingKeys: String, CodingKey {
        case gateway, bank, pins, anchor, remoteKeys, signInKeys, database, contextTokenFile, wallet, cards, passes
        case authorityPEM = "authorityPem"
    }

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

    package var isUsable: Bool { (wallet?.isUsable ?? true) && (cards?.isUsable ?? true) }
}
