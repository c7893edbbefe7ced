public import JourneyBase

/// The wallet's part of what `journey serve --json` prints: where it is, and the files that its app and its customers need.
/// No secret itself.
public struct WalletReadiness: Sendable, Hashable {
    /// Somebody whom the wallet knows.
    public struct Customer: Sendable, Hashable {
        public var id: String
        /// Whom codes are sent to.
        public var phone: String
        /// A file, only for its owner, with the token that the app's server would hand over.
        public var wTokenFile: String

        public init(id: String, phone: String, wTokenFile: String) {
            self.id = id
            self.phone = phone
            self.wTokenFile = wTokenFile
        }
    }

    /// The calls stand below it.
    public var address: HTTPSURL
    /// The key that PINs are encrypted with, as PEM and as DER.
    public var publicKeyFile: String
    public var publicKeyDERFile: String
    public var clientID: String
    public var clientSecretFile: String
    /// Where text messages to customers go.
    public var inboxFile: String
    /// Where the wallet keeps its books; `nil` when in memory.
    public var database: String?
    public var customers: [Customer]

    public init(
        address: HTTPSURL, publicKeyFile: String, publicKeyDERFile: String, clientID: String, clientSecretFile: String,
        inboxFile: String, database: String?, customers: [Customer]
    ) {
        self.address = address
        self.publicKeyFile = publicKeyFile
        self.publicKeyDERFile = publicKeyDERFile
        self.clientID = clientID
        self.clientSecretFile = clientSecretFile
        self.inboxFile = inboxFile
        self.database = database
        self.customers = customers
    }

    /// The one that `value` spells, or `nil`.
    public init?(_ value: JSONValue) {
        guard let address = value["address"]?.string.flatMap({ HTTPSURL($0) }),
            let key = value["publicKeyFile"]?.string, let der = value["publicKeyDerFile"]?.string,
            let client = value["clientId"]?.string, let secret = value["clientSecretFile"]?.string,
            let inbox = value["inboxFile"]?.string, let people = value["customers"]?.array
        else { return nil }
        let customers = people.compactMap(Customer.init)
        guard customers.count == people.count, !customers.isEmpty else { return nil }
        self.init(
            address: address, publicKeyFile: key, publicKeyDERFile: der, clientID: client, clientSecretFile: secret,
            inboxFile: inbox, database: value["database"]?.string, customers: customers)
    }

    public var json: JSONValue {
        [
            "address": .string("\(address)"), "publicKeyFile": .string(publicKeyFile),
            "publicKeyDerFile": .string(publicKeyDERFile), "clientId": .string(clientID),
            "clientSecretFile": .string(clientSecretFile), "inboxFile": .string(inboxFile),
            "database": database.map { .string($0) } ?? .null, "customers": .array(customers.map(\.json)),
        ]
    }
}

extension WalletReadiness.Customer {
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.string, let phone = value["phone"]?.string,
            let token = value["wTokenFile"]?.string
        else { return nil }
        self.init(id: id, phone: phone, wTokenFile: token)
    }

    var json: JSONValue {
        ["id": .string(id), "phone": .string(phone), "wTokenFile": .string(wTokenFile)]
    }
}
