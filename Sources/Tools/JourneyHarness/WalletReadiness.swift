package import JourneyBase

/// The wallet's part of what `journey serve --json` prints: where it is, and the files that its app and its customers need.
/// No secret itself.
package struct WalletReadiness: Sendable, Hashable {
    /// Somebody whom the wallet knows.
    package struct Customer: Sendable, Hashable {
        package var id: String
        /// Whom codes are sent to.
        package var phone: String
        /// A file, only for its owner, with the token that the app's server would hand over.
        package var wTokenFile: String

        package init(id: String, phone: String, wTokenFile: String) {
            self.id = id
            self.phone = phone
            self.wTokenFile = wTokenFile
        }
    }

    /// The calls stand below it.
    package var address: HTTPSURL
    /// The key that PINs are encrypted with, as PEM and as DER.
    package var publicKeyFile: String
    package var publicKeyDERFile: String
    package var clientID: String
    package var clientSecretFile: String
    /// Where text messages to customers go.
    package var inboxFile: String
    /// Where the wallet keeps its books; `nil` when in memory.
    package var database: String?
    package var customers: [Customer]

    package init(
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
    package init?(_ value: JSONValue) {
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

    package var json: JSONValue {
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
