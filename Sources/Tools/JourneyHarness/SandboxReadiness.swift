package import JourneyBase
import JourneyWire

/// What `journey serve --json` prints once it answers: all that a client needs to reach and to trust it, and no secret.
package struct SandboxReadiness: ReadinessMessage {
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
