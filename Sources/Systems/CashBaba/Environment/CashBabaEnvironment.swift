public import JourneyBase
public import JourneyCrypto

/// One installation of the service, as data: where it is, and how it spells what differs between installations.
public struct CashBabaEnvironment: Hashable, Sendable {
    /// How the service takes PINs.
    public enum PINPadding: Hashable, Sendable {
        /// What the published service demands.
        case pkcs1
        /// For a service that offers it.
        case oaep(HashAlgorithm)
    }

    public var name: String
    /// Paths are put behind it.
    public var baseURL: HTTPSURL
    public var paths: ApiPaths
    public var scopes: ScopeTable
    public var pinPadding: PINPadding

    public init(
        name: String, baseURL: HTTPSURL, paths: ApiPaths = ApiPaths(), scopes: ScopeTable = .published,
        pinPadding: PINPadding = .pkcs1
    ) {
        self.name = name
        self.baseURL = baseURL
        self.paths = paths
        self.scopes = scopes
        self.pinPadding = pinPadding
    }

    public static let demo = CashBabaEnvironment(
        name: "demo", baseURL: address("https://psp.sslwireless.com/psp-app-consumer-sdk/api/"))
    public static let live = CashBabaEnvironment(
        name: "live", baseURL: address("https://consumer-sdk-api.cash-baba.com/api/"))

    private static func address(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("a literal address is none") }
        return url
    }
}
