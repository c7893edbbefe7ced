package import JourneyBase
package import JourneyCrypto
import JourneyGateway
import SandboxServices

/// The card proxy that the sandbox's own gateway is: of the sandbox's issuer, and asking it over the network like any other.
package struct SandboxCardProxy: Sendable {
    /// The keys with which the host's backend mints the tokens of its users.
    package var users: JWKSet
    /// The network to the issuer.
    package var transport: any HTTPTransport

    package init(users: JWKSet, transport: any HTTPTransport) {
        self.users = users
        self.transport = transport
    }

    /// The proxy of `issuer`. Throws `JourneyError` when its page's files cannot be had.
    func service(
        of issuer: CardIssuerServer, store: CardStore, dependencies: Dependencies
    ) throws(JourneyError) -> CardRoutes {
        guard let api = HTTPSURL(origin: issuer.api, path: RequestSignature.base), let script = issuer.script else {
            throw JourneyError(.configurationInvalid, "The card issuer's address cannot be continued.")
        }
        let credentials = issuer.issuer.credentials
        let account = try IssuerAccount(
            api: api, script: script, applicationID: credentials.applicationID, apiKey: credentials.apiKey,
            apiSecret: credentials.apiSecret, uiSecret: credentials.uiSecret)
        return CardRoutes(
            issuer: account, partners: [DevelopmentCards.partner: users], store: store,
            files: try CardPageFiles.bundled(), designs: DevelopmentCards.designs, transport: transport,
            dependencies: dependencies)
    }
}
