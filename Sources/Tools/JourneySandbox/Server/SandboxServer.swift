import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyGateway
package import JourneyLanguage
import JourneyServer
import JourneyWire
package import SandboxServices

/// The sandbox on sockets: a gateway that serves signed manifests and takes telemetry, the bank that the manifests lead to,
/// and a wallet and a card issuer where the options have them; the gateway may be that issuer's card proxy.
package final class SandboxServer: Sendable {
    package let gateway: Origin
    package let bank: Origin
    /// What the wallet's calls stand below.
    package var wallet: HTTPSURL? { walletServer?.address }
    /// Trust this authority, and only for these hosts.
    package let authorityPEM: String
    /// By host name: SHA-256 in base64 of its public key, and of the authority's as the backup.
    package let pins: [String: [String]]
    /// Whom to believe about the keys of manifests.
    package let anchor: ManifestAnchor
    /// The keys that verify the manifests, as the gateway serves them.
    package let keySet: ManifestKeySet
    /// The keys that verify the remote configuration.
    package let remoteKeys: JWKSet
    /// The keys that verify the ID tokens of the bank's authorization server.
    package let signInKeys: JWKSet
    private let remote: RemoteConfigurationPublisher
    package let contextToken: Secret
    /// With this the bank's servers have proofs checked at the gateway.
    package let proofCredential: Secret
    /// Faults of the bank's API, for tests.
    package let faults: SandboxFaults
    /// What the gateway was told of runs whose person had agreed.
    package let telemetry: TelemetryStore
    private let servers: [HTTPServer]
    private let walletServer: WalletServer?
    /// The card issuer, where there is one.
    package let cards: CardIssuerServer?
    /// The pass service, where there is one.
    package let passes: PassServer?

    /// Starts the servers, then signs and publishes the journeys for the addresses they got.
    ///
    /// Throws `JourneyError` when a port is taken, the books cannot be opened, or the resources are missing.
    package static func start(_ options: SandboxOptions) async throws(JourneyError) -> SandboxServer {
        try await SandboxServer(starting: options)
    }

    private init(starting options: SandboxOptions) async throws(JourneyError) {
        anchor = try DevelopmentKeySet.anchor(options.rootKey, environment: options.environment)
        keySet = try options.signedKeySet(for: anchor)
        faults = SandboxFaults(rules: options.faults.rules, seed: options.faults.seed)
        authorityPEM = options.authorityPEM
        contextToken = options.contextToken
        let surroundings = options.skewedSurroundings
        let authorization = AuthorizationServer(key: options.signInKey, surroundings: surroundings)
        var access = GatewayAccess()
        for (partner, clients) in options.partners {
            for client in clients { access.admit(token: options.contextToken, partner: partner, client: client) }
        }
        let kept = try await JourneyError.translating { try await Database.open(.memory) }
        let devices = try await JourneyError.translating { try await Database.open(options.devices) }
        let stores = try await GatewayStores(kept, devices: devices, surroundings: options.surroundings)
        try await stores.keySets.publish(try PublishedKeySet(keySet), for: .manifests)
        remote = try await RemoteConfigurationPublisher(options, stores)
        remoteKeys = remote.keys
        telemetry = stores.telemetry
        proofCredential = Secret(copying: Base64URL.encode(options.surroundings.random(32)).utf8)
        var assembly = GatewayAssembly(
            stores, identity: access, environment: options.environment, surroundings: surroundings)
        assembly.checkers = [proofCredential.withBytes { SHA256.hash(Array($0)) }]
        // Whatever environment its apps are told they are in: it is a sandbox, and says so in every answer.
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: options.partners.mapValues { _ in [SandboxOptions.appID] }, roots: [],
            takesDevelopment: true)
        let asked = try assembly.service()
        let bank = try SandboxBank(
            bank: try await Bank(options.database, surroundings: surroundings),
            tokens: [Bank.customer: options.contextToken], faults: faults, authorization: authorization,
            devices: DeviceService(gateway: asked, credential: proofCredential),
            surroundings: surroundings)
        let wallet = try await SandboxServer.wallet(options, faults: faults)
        let operations = bank.operations.union(FaultyService.gateway.values).union(wallet?.operations ?? [])
            .union(options.cards == nil ? [] : CardIssuerServer.operations)
        try options.faults.check(operations: operations)
        guard let settlements = HTTPSURL("https://\(SandboxOptions.bankName)\(BankCall.settle.path)") else {
            throw JourneyError(.configurationInvalid, "The bank's address cannot be continued.")
        }
        var cards: CardIssuerServer?
        if let options = options.cards {
            cards = try await CardIssuerServer.start(options, faults: faults, surroundings: surroundings)
        }
        self.cards = cards
        if let cards {
            assembly.cards = try options.cardProxy?.service(of: cards, store: stores.cards, surroundings: surroundings)
        }
        assembly.bank = (bank, settlements)
        let (front, frontOrigin) = try await HTTPServer.start(
            FaultyService(
                rest: try assembly.service(), operations: FaultyService.gateway, faults: faults,
                surroundings: surroundings),
            as: SandboxOptions.gatewayName, port: options.gatewayPort, options.gatewayIdentity,
            log: options.surroundings.log)
        let (back, backOrigin) = try await HTTPServer.start(
            bank, as: SandboxOptions.bankName, port: options.bankPort, options.bankIdentity,
            log: options.surroundings.log)
        var walletServer: WalletServer?
        if let wallet, let options = options.wallet {
            walletServer = try await WalletServer.start(
                wallet, identity: options.identity, port: options.port, log: surroundings.log)
        }
        self.walletServer = walletServer
        cards?.admit(frontOrigin)
        var passes: PassServer?
        if let options = options.passes { passes = try await PassServer.start(options, surroundings: surroundings) }
        self.passes = passes
        authorization.stands(at: backOrigin)
        (gateway, self.bank, signInKeys) = (frontOrigin, backOrigin, authorization.keys)
        pins = SandboxServer.pins(of: options)
        let setting = JourneyTemplate.Setting(
            gateway: frontOrigin, bank: backOrigin, notBefore: options.skewedValidity.lowerBound,
            notAfter: options.skewedValidity.upperBound,
            // Each start signs other times and addresses: devices that know an earlier sandbox take them as the next one.
            sequence: Int64(options.surroundings.now().timeIntervalSince1970 * 1_000))
        var templates: [JourneyTemplate] = []
        for name in SandboxJourneys.names { templates.append(try JourneyTemplate(named: name)) }
        for journey in options.journeys {
            let template = try JourneyTemplate(manifest: journey.manifest, openAPI: journey.openAPI)
            templates.removeAll { $0.id == template.id }
            templates.append(template)
        }
        var standIns: [HTTPServer] = []
        for journey in options.standIns {
            let (server, template) = try await SandboxServer.standIn(journey, options)
            standIns.append(server)
            templates.removeAll { $0.id == template.id }
            templates.append(template)
        }
        for template in templates {
            let signed = try await template.signed(for: setting, key: options.manifestKey, keyID: options.keyID)
            try await stores.manifests.publish(
                try PublishedJourney(
                    id: template.id, manifest: signed.manifest, openAPI: signed.openAPI, keys: keySet,
                    leastVersion: .v11, now: options.surroundings.now()))
        }
        servers = [front, back] + standIns
    }

    private static func pins(of options: SandboxOptions) -> [String: [String]] {
        var identities = [
            SandboxOptions.gatewayName: options.gatewayIdentity, SandboxOptions.bankName: options.bankIdentity,
        ]
        identities[WalletServer.name] = options.wallet?.identity
        identities[CardIssuerOptions.apiName] = options.cards?.apiIdentity
        identities[CardIssuerOptions.vaultName] = options.cards?.vaultIdentity
        identities[PassServer.name] = options.passes?.identity
        return identities.mapValues { [$0.pin, options.authorityPin] }
    }

    /// A server that plays the bank of a journey that is being written, and the journey with its address.
    private static func standIn(
        _ journey: StandInBank.Journey, _ options: SandboxOptions
    ) async throws(JourneyError) -> (HTTPServer, JourneyTemplate) {
        let id = try JourneyTemplate(manifest: journey.manifest, openAPI: journey.openAPI).id
        let (server, origin) = try await HTTPServer.start(
            StandInBank(journey, token: options.contextToken), as: SandboxOptions.bankName, port: 0,
            options.bankIdentity, log: options.surroundings.log)
        return (
            server,
            try JourneyTemplate(
                manifest: StandInAddresses.manifest(journey.manifest, id: id, bank: origin),
                openAPI: StandInAddresses.openAPI(journey.openAPI, bank: origin))
        )
    }

    /// The wallet's service, where one is wanted.
    private static func wallet(
        _ options: SandboxOptions, faults: SandboxFaults
    ) async throws(JourneyError) -> WalletService? {
        guard let wallet = options.wallet else { return nil }
        return WalletService(
            try await Wallet(
                wallet.database, key: wallet.key, credentials: wallet.credentials,
                surroundings: options.skewedSurroundings, deliver: wallet.deliver), faults: faults)
    }

    /// Publishes a remote configuration with `rules`, newer than the last: what is stopped in it is stopped from the next
    /// question on.
    package func publish(rules: JSONValue) async throws(JourneyError) { try await remote.publish(rules) }

    /// Where the manifest of `journey` is.
    package func manifestURL(of journey: JourneyID) -> HTTPSURL? {
        HTTPSURL(origin: gateway, path: ManifestContract.manifest.path(journey.rawValue))
    }

    /// Stops the servers; requests under way are answered first.
    package func stop() async {
        await walletServer?.stop()
        await cards?.stop()
        await passes?.stop()
        for server in servers { await server.stop() }
    }
}
