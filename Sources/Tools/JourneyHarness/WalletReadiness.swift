package import JourneyBase
import JourneyWire

/// The wallet's part of the output of `journey serve --json`: its address and the files for its app and customers. Contains no
/// secret.
package struct WalletReadiness: ReadinessMessage {
    /// A customer of the wallet.
    package struct Customer: WireMessage {
        package var id: String
        /// The phone number that receives codes.
        package var phone: String
        /// The path of a file, readable by its owner only, with the token that the app's server would supply.
        package var wTokenFile: String

        package init(id: String, phone: String, wTokenFile: String) {
            self.id = id
            self.phone = phone
            self.wTokenFile = wTokenFile
        }
    }

    /// The base URL of the calls.
    package var address: HTTPSURL
    /// The path of the public key that encrypts PINs, in PEM.
    package var publicKeyFile: String
    /// The path of the same key in DER.
    package var publicKeyDERFile: String
    package var clientID: String
    package var clientSecretFile: String
    /// The path of the file with text messages to customers.
    package var inboxFile: String
    /// The wallet's database; `nil` when in memory.
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
