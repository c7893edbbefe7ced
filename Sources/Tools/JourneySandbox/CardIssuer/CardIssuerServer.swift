package import JourneyBase
package import JourneyCrypto
package import JourneyServer
package import SandboxServices

/// The options of a card issuer.
package struct CardIssuerOptions: Sendable {
    /// The host names, both on loopback: of the API for servers, and below it of the vault for pages.
    package static let apiName = "issuer.localhost"
    package static let vaultName = "vault.localhost"

    package var seed: CardSeed
    /// The certificates of the two servers; a single certificate with both names may serve both.
    package var apiIdentity: DevelopmentIdentity
    package var vaultIdentity: DevelopmentIdentity
    /// The ports; zero for any free port.
    package var apiPort = 0
    package var vaultPort = 0
    /// The database of cardholders, cards and consents.
    package var database = DatabaseLocation.memory
    package var rules = CardIssuer.Rules()
    /// The origins whose pages may use the vault.
    package var guests: Set<Origin> = []

    package init(seed: CardSeed, apiIdentity: DevelopmentIdentity, vaultIdentity: DevelopmentIdentity) {
        self.seed = seed
        self.apiIdentity = apiIdentity
        self.vaultIdentity = vaultIdentity
    }
}

/// The card issuer on two sockets with different origins, so that pages can't call the API.
package final class CardIssuerServer: Sendable {
    package let api: Origin
    package let vault: Origin
    package let issuer: CardIssuer
    /// The operation names for fault injection.
    static let operations = CardIssuerService.operations.union(CardVaultService.names.values)
    private let pages: CardVaultService
    private let servers: [HTTPServer]

    /// Starts both servers with the given faults. Throws `JourneyError` if a port is in use, the database can't be opened, or
    /// resources are missing.
    package static func start(
        _ options: CardIssuerOptions, faults: SandboxFaults = SandboxFaults(), dependencies: Dependencies = .system
    ) async throws(JourneyError) -> CardIssuerServer {
        try await CardIssuerServer(starting: options, faults: faults, dependencies: dependencies)
    }

    private init(
        starting options: CardIssuerOptions, faults: SandboxFaults, dependencies: Dependencies
    ) async throws(JourneyError) {
        issuer = try await CardIssuer(
            options.database, seed: options.seed, rules: options.rules, dependencies: dependencies)
        pages = try CardVaultService(issuer, guests: options.guests, faults: faults)
        let (front, back): (HTTPServer, HTTPServer)
        (front, api) = try await HTTPServer.start(
            CardIssuerService(issuer, faults: faults), as: CardIssuerOptions.apiName, port: options.apiPort,
            options.apiIdentity, log: dependencies.log)
        (back, vault) = try await HTTPServer.start(
            pages, as: CardIssuerOptions.vaultName, port: options.vaultPort, options.vaultIdentity,
            log: dependencies.log)
        servers = [front, back]
    }

    /// The URL of the UI SDK for pages.
    package var script: HTTPSURL? { HTTPSURL(origin: vault, path: CardVaultService.script) }

    /// Admits pages of `origin` to the vault.
    package func admit(_ origin: Origin) { pages.admit(origin) }

    /// Stops both servers after running requests are answered.
    package func stop() async {
        for server in servers { await server.stop() }
    }
}
