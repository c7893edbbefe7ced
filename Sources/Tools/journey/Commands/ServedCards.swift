import JourneyBase
import JourneyCLI
import JourneyGatewayTool
import JourneyHarness
import JourneySandbox
import SandboxServices

/// The card issuer of `journey serve`, and the card proxies that know it: the sandbox's gateway, and one beside it.
struct ServedCards {
    let cards: DevelopmentCards
    /// Where another gateway that is the card proxy may listen.
    let proxyPort: Int
    private let state: DevelopmentState

    static let options = [
        Option(.issuerPort, value: .integer(0...65_535), help: "The card issuer's port", defaultText: "0"),
        Option(
            .vaultPort, value: .integer(0...65_535), help: "The port of the card issuer's pages", defaultText: "0"),
        Option(
            .proxyPort, value: .integer(1...65_535), help: "The port of a card proxy that is started beside it",
            defaultText: "\(DevelopmentCards.gatewayPort)"),
    ]

    init(_ invocation: Invocation, in state: DevelopmentState) throws {
        self.state = state
        cards = try state.cards()
        proxyPort = invocation.integer(.proxyPort) ?? DevelopmentCards.gatewayPort
    }

    /// Has the sandbox that is started with `options` play the issuer, and be its proxy.
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

    /// The issuer as others find it; the configuration of a gateway is written beside.
    func describe(_ server: CardIssuerServer?) throws -> CardReadiness? {
        guard let server, let script = server.script else { return nil }
        try state.writeCardGateway(cards, api: server.api, script: script, port: proxyPort)
        return CardReadiness(
            api: server.api, script: script, partner: DevelopmentCards.partner, userKeyFile: cards.userKeyFile,
            gatewayFile: cards.gatewayFile,
            cards: server.issuer.knownCards.map { CardReadiness.Card(label: $0.label, id: $0.id, user: $0.user) })
    }
}
