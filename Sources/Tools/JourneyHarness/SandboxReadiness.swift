public import JourneyBase

/// What `journey serve --json` prints once it answers, and what a client needs to reach it.
public struct SandboxReadiness: Sendable, Hashable {
    /// Manifests, keys and OpenAPI bundles.
    public var gateway: Origin
    /// Pages and the bank's interface.
    public var bank: Origin
    /// The certificate of the throw-away authority, PEM.
    public var authority: String
    /// SHA-256 of the server's public key, base64 (RFC 7469).
    public var pin: String
    /// Where the bank keeps its books.
    public var database: String
    /// Stands for a customer who signed in at the host.
    public var contextToken: String

    public init(
        gateway: Origin, bank: Origin, authority: String, pin: String, database: String, contextToken: String
    ) {
        self.gateway = gateway
        self.bank = bank
        self.authority = authority
        self.pin = pin
        self.database = database
        self.contextToken = contextToken
    }

    /// The one that `value` spells, or `nil`.
    public init?(_ value: JSONValue) {
        guard let gateway = value["gateway"]?.string.flatMap({ HTTPSURL($0) }),
            let bank = value["bank"]?.string.flatMap({ HTTPSURL($0) }), let authority = value["authority"]?.string,
            let pin = value["pin"]?.string, let database = value["database"]?.string,
            let token = value["contextToken"]?.string
        else { return nil }
        self.init(
            gateway: gateway.origin, bank: bank.origin, authority: authority, pin: pin, database: database,
            contextToken: token)
    }

    public var json: JSONValue {
        [
            "ready": true, "gateway": .string("\(gateway)"), "bank": .string("\(bank)"),
            "authority": .string(authority), "pin": .string(pin), "database": .string(database),
            "contextToken": .string(contextToken),
        ]
    }
}
