import JourneyBase
import JourneyCLI
import JourneyGatewayTool
import JourneyHarness
import JourneySandbox
import SandboxServices

/// The card issuer of `journey serve`, and its card proxies: the sandbox's gateway, and an optional separate one.
struct ServedCards {
    let cards: DevelopmentCards
    /// The port of a separate gateway that acts as the card proxy.
    let proxyPort: Int
    private let state: DevelopmentState

    static let options = [
        Option(.issuerPort, value: .integer(0...65_535), help: "The card issuer's port", defaultText: "0"),
        Option(
            .vaultPort, value: .integer(0...65_535), help: "The port of the card issuer's pages", defaultText: "0"),
        Option(
            .proxyPort, value: .integer(1...65_535), help: "The port of a separately started card proxy",
            defaultText: "\(DevelopmentCards.gatewayPort)"),
    ]

    init(_ invocation: Invocation, in state: DevelopmentState) throws {
        self.state = state
        cards = try state.cards()
        proxyPort = invocation.integer(.proxyPort) ?? DevelopmentCards.gatewayPort
    }

    /// Adds the issuer and its proxy to the options of a sandbox.
    func add(to options: inout SandboxOptions, _ invocation: Invocation) throws {
        var issuer = CardIssuerOptions(seed: cards.seed, apiIdentity: state.server, vaultIdentity: state.server)
        issuer.apiPort = invocation.integer(.issuerPort) ?? 0
        issuer.vaultPort = invocation.integer(.vaultPort) ?? 0
        issuer.guests = Set(
            [Origin(scheme: "https", host: DevelopmentState.gatewayHost, port: proxyPort)].compactMap(\.self))
        options.cards = issuer
        options.cardProxy = SandboxCardProxy(
            users: try cards.userKeys, transport: GatewayCommand.issuerTransport([options.authorityPEM]))
    }

    /// Returns the issuer's description for other commands, and writes the configuration of a separate gateway.
    func describe(_ server: CardIssuerServer?) throws -> CardReadiness? {
        guard let server, let script = server.script else { return nil }
        try state.writeCardGateway(cards, api: server.api, script: script, port: proxyPort)
        return CardReadiness(
            api: server.api, script: script, partner: DevelopmentCards.partner, userKeyFile: cards.userKeyFile,
            gatewayFile: cards.gatewayFile,
            cards: server.issuer.knownCards.map { CardReadiness.Card(label: $0.label, id: $0.id, user: $0.user) })
    }
}
