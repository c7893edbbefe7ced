package import JourneyBase
package import JourneyCrypto
package import JourneyServer
package import SandboxServices

/// A wallet on a TLS socket.
package struct WalletServer: Sendable {
    /// The host name, which resolves to loopback.
    package static let name = "wallet.localhost"

    /// The base URL of its operations.
    package let address: HTTPSURL
    private let server: HTTPServer

    /// The options of a wallet server.
    package struct Options: Sendable {
        package var key: RSAPrivateKey
        package var credentials: Wallet.Credentials
        /// The certificate, which must name `WalletServer.name`.
        package var identity: DevelopmentIdentity
        package var database = DatabaseLocation.memory
        /// The port; zero for any free port.
        package var port = 0
        /// The handler of text messages to customers.
        package var deliver: @Sendable (WalletMessage) -> Void = { _ in }

        package init(key: RSAPrivateKey, credentials: Wallet.Credentials, identity: DevelopmentIdentity) {
            self.key = key
            self.credentials = credentials
            self.identity = identity
        }
    }

    /// Starts the server. Throws `JourneyError` if the port is in use.
    static func start(
        _ service: WalletService, identity: DevelopmentIdentity, port: Int, log: Log
    ) async throws(JourneyError) -> WalletServer {
        let (server, origin) = try await HTTPServer.start(
            service, as: name, port: port, identity, bodyLimit: WalletRequest.bodyLimit, log: log)
        guard let address = HTTPSURL(origin: origin, path: "/api/") else {
            throw JourneyError(.serverError, "The wallet's server has no usable port.")
        }
        return WalletServer(address: address, server: server)
    }

    func stop() async { await server.stop() }
}

extension ServerLimits {
    /// Returns limits that allow for injected missing answers, which take longer than any client's timeout.
    static func patient(body: Int = 256 * 1_024) -> ServerLimits {
        ServerLimits(body: body, handling: FaultyService.silence + .seconds(10))
    }
}
