package import JourneyBase
package import JourneyCrypto
package import JourneyServer
package import SandboxServices

/// How a card issuer is started.
package struct CardIssuerOptions: Sendable {
    /// The names under which it answers, both on loopback: its API for servers, and its vault for pages.
    package static let apiName = "issuer.localhost"
    package static let vaultName = "vault.localhost"

    package var seed: CardSeed
    /// The certificates of the two servers; one that names both will do for both.
    package var apiIdentity: DevelopmentIdentity
    package var vaultIdentity: DevelopmentIdentity
    /// Zero takes a free port.
    package var apiPort = 0
    package var vaultPort = 0
    /// Where it keeps people, cards and consents.
    package var database = DatabaseLocation.memory
    package var rules = CardIssuer.Rules()
    /// Whose pages may use the vault.
    package var guests: Set<Origin> = []

    package init(seed: CardSeed, apiIdentity: DevelopmentIdentity, vaultIdentity: DevelopmentIdentity) {
        self.seed = seed
        self.apiIdentity = apiIdentity
        self.vaultIdentity = vaultIdentity
    }
}

/// The card issuer on two sockets, of two origins: what a page asks of one, it cannot ask of the other.
package final class CardIssuerServer: Sendable {
    package let api: Origin
    package let vault: Origin
    package let issuer: CardIssuer
    /// The names that faults have for its calls.
    static let operations = CardIssuerService.operations.union(CardVaultService.names.values)
    private let pages: CardVaultService
    private let servers: [HTTPServer]

    /// Starts both. `faults` is what they are told to do wrong. Throws `JourneyError` when a port is taken, the database
    /// cannot be opened, or the resources are missing.
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

    /// Where pages find the UI SDK.
    package var script: HTTPSURL? { HTTPSURL(origin: vault, path: CardVaultService.script) }

    /// Lets the pages of `origin` use the vault.
    package func admit(_ origin: Origin) { pages.admit(origin) }

    /// Stops both servers; requests under way are answered first.
    package func stop() async {
        for server in servers { await server.stop() }
    }
}
