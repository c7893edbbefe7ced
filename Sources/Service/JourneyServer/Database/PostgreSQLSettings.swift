public import JourneyBase

/// The address of a PostgreSQL server and the credentials for it.
public struct PostgreSQLSettings: Sendable {
    /// The address of a server. A network address always uses TLS.
    public enum Address: Hashable, Sendable {
        /// A socket in a folder of this machine, which the folder's permissions protect.
        case socket(folder: String, port: Int)
        /// TLS 1.2 or newer to a server whose certificate names `host` and comes from an authority in the PEM file
        /// `authorities` (libpq's `verify-full`); the password exchange is bound to that connection.
        case tls(host: String, port: Int, authorities: String)
    }

    public var address: Address
    public var database: String
    public var user: String
    /// The password, for SCRAM (RFC 7677). The client library keeps a copy in ordinary memory while it is connected.
    public var password: Secret
    /// The time limit for connecting, in whole seconds; at least two.
    var connectionTime: Duration = .seconds(5)

    public init(address: Address, database: String, user: String, password: Secret) {
        self.address = address
        self.database = database
        self.user = user
        self.password = password
    }
}
