public import JourneyBase
public import JourneyCrypto
public import JourneyServer
public import SandboxServices

/// A wallet on a socket, over TLS.
public struct WalletServer: Sendable {
    /// The name under which it answers, which leads to loopback.
    public static let name = "wallet.localhost"

    /// What its calls stand below.
    public let address: HTTPSURL
    private let server: HTTPServer

    /// What a wallet is served with.
    public struct Options: Sendable {
        public var key: RSAPrivateKey
        public var credentials: Wallet.Credentials
        /// Names `WalletServer.name`.
        public var identity: DevelopmentIdentity
        public var database = DatabaseLocation.memory
        /// Zero takes a free one.
        public var port = 0
        /// Where messages to customers go.
        public var deliver: @Sendable (WalletMessage) -> Void = { _ in }

        public init(key: RSAPrivateKey, credentials: Wallet.Credentials, identity: DevelopmentIdentity) {
            self.key = key
            self.credentials = credentials
            self.identity = identity
        }
    }

    /// Throws `JourneyError` when the port is taken.
    static func start(
        _ service: WalletService, identity: DevelopmentIdentity, port: Int, log: Log
    ) async throws(JourneyError) -> WalletServer {
        let server = try await HTTPServer.start(
            service: service, names: [name], port: port,
            tls: TLSIdentity(certificatePEM: identity.certificatePEM, keyPEM: Secret(copying: identity.keyPEM.utf8)),
            limits: .patient(body: WalletCall.bodyLimit), log: log)
        guard let origin = Origin(scheme: "https", host: name, port: server.port),
            let address = HTTPSURL(origin: origin, path: "/api/")
        else { throw JourneyError(.serverError, "The wallet's server got no usable port.") }
        return WalletServer(address: address, server: server)
    }

    func stop() async { await server.stop() }
}

extension ServerLimits {
    /// Those of a server that may be told to say nothing for longer than clients wait.
    static func patient(body: Int = 256 * 1_024) -> ServerLimits {
        ServerLimits(body: body, handling: FaultyService.silence + .seconds(10))
    }
}
