public import JourneyBase
public import JourneyCrypto

/// One deployment of the service, as data: its address, and its spelling of everything that differs between deployments.
public struct CashBabaEnvironment: Hashable, Sendable {
    /// The padding of encrypted PINs.
    public enum PINPadding: Hashable, Sendable {
        /// PKCS#1 v1.5, which the published service requires.
        case pkcs1
        /// OAEP, for a service that offers it.
        case oaep(HashAlgorithm)
    }

    public var name: String
    /// The address below which the paths are.
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
        guard let url = HTTPSURL(text) else { preconditionFailure("the literal \(text) is not an HTTPS URL") }
        return url
    }
}
