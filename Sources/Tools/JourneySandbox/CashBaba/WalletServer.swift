package import JourneyBase
package import JourneyCrypto
package import JourneyServer
package import SandboxServices

/// A wallet on a socket, over TLS.
package struct WalletServer: Sendable {
    /// The name under which it answers, which leads to loopback.
    package static let name = "wallet.localhost"

    /// What its calls stand below.
    package let address: HTTPSURL
    private let server: HTTPServer

    /// What a wallet is served with.
    package struct Options: Sendable {
        package var key: RSAPrivateKey
        package var credentials: Wallet.Credentials
        /// Names `WalletServer.name`.
        package var identity: DevelopmentIdentity
        package var database = DatabaseLocation.memory
        /// Zero takes a free one.
        package var port = 0
        /// Where messages to customers go.
        package var deliver: @Sendable (WalletMessage) -> Void = { _ in }

        package init(key: RSAPrivateKey, credentials: Wallet.Credentials, identity: DevelopmentIdentity) {
            self.key = key
            self.credentials = credentials
            self.identity = identity
        }
    }

    /// Throws `JourneyError` when the port is taken.
    static func start(
        _ service: WalletService, identity: DevelopmentIdentity, port: Int, log: Log
    ) async throws(JourneyError) -> WalletServer {
        let (server, origin) = try await HTTPServer.start(
            service, as: name, port: port, identity, bodyLimit: WalletRequest.bodyLimit, log: log)
        guard let address = HTTPSURL(origin: origin, path: "/api/") else {
            throw JourneyError(.serverError, "The wallet's server got no usable port.")
        }
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
