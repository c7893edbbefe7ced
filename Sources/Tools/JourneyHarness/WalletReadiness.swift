package import JourneyBase
import JourneyWire

/// The wallet's part of what `journey serve --json` prints: where it is, and the files that its app and its customers need.
/// No secret itself.
package struct WalletReadiness: ReadinessMessage {
    /// Somebody whom the wallet knows.
    package struct Customer: WireMessage {
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

    private enum CodingKeys: String, CodingKey {
        case address, publicKeyFile, clientSecretFile, inboxFile, database, customers
        case publicKeyDERFile = "publicKeyDerFile"
        case clientID = "clientId"
    }

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

    package var isUsable: Bool { !customers.isEmpty }
}
