package import JourneyBase
package import JourneyCrypto
import JourneyGateway
import JourneyWire
import SandboxServices

/// The card proxy of the sandbox's own gateway. It calls the sandbox's issuer over the network.
package struct SandboxCardProxy: Sendable {
    /// The keys with which the host's backend signs user tokens.
    package var users: JWKSet
    /// The transport to the issuer.
    package var transport: any HTTPTransport

    package init(users: JWKSet, transport: any HTTPTransport) {
        self.users = users
        self.transport = transport
    }

    /// Creates the proxy of `issuer`. Throws `JourneyError` if the page's files can't be read.
    func service(
        of issuer: CardIssuerServer, store: CardStore, dependencies: Dependencies
    ) throws(JourneyError) -> CardRoutes {
        guard let api = HTTPSURL(origin: issuer.api, path: IssuerCall.version), let script = issuer.script else {
            throw JourneyError(
                .configurationInvalid, "The card issuer's origin \(issuer.api) forms no valid API address.")
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
