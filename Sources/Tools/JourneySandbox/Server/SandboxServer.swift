import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyGateway
package import JourneyLanguage
import JourneyServer
import JourneyWire
package import SandboxServices

/// The running sandbox: a gateway that serves signed manifests and receives telemetry, the manifests' bank, and optionally a
/// wallet and a card issuer, whose card proxy the gateway may be.
package final class SandboxServer: Sendable {
    package let gateway: Origin
    package let bank: Origin
    /// The base URL of the wallet's operations.
    package var wallet: HTTPSURL? { walletServer?.address }
    /// The authority that clients trust, only for these hosts.
    package let authorityPEM: String
    /// Pins by host name: SHA-256 of its public key in base64, and the authority's as the backup.
    package let pins: [String: [String]]
    /// The trust anchor of the manifest keys.
    package let anchor: ManifestAnchor
    /// The manifest keys served by the gateway.
    package let keySet: ManifestKeySet
    /// The keys of the remote configuration.
    package let remoteKeys: JWKSet
    /// The keys of the authorization server's ID tokens.
    package let signInKeys: JWKSet
    private let remote: RemoteConfigurationPublisher
    package let contextToken: Secret
    /// The credential with which the bank's servers check proofs at the gateway.
    package let proofCredential: Secret
    /// The injected faults of the bank's API, for tests.
    package let faults: SandboxFaults
    /// The telemetry received by the gateway from runs with consent.
    package let telemetry: TelemetryStore
    private let servers: [HTTPServer]
    private let walletServer: WalletServer?
    /// The card issuer, if any.
    package let cards: CardIssuerServer?
    /// The pass service, if any.
    package let passes: PassServer?

    /// Starts the servers, then signs and publishes the journeys for their addresses.
    ///
    /// Throws `JourneyError` if a port is in use, a database can't be opened, or resources are missing.
    package static func start(_ options: SandboxOptions) async throws(JourneyError) -> SandboxServer {
        try await SandboxServer(starting: options)
    }

    private init(starting options: SandboxOptions) async throws(JourneyError) {
        anchor = try DevelopmentKeySet.anchor(options.rootKey, environment: options.environment)
        keySet = try options.signedKeySet(for: anchor)
        faults = SandboxFaults(rules: options.faults.rules, seed: options.faults.seed)
        authorityPEM = options.authorityPEM
        contextToken = options.contextToken
        let dependencies = options.skewedDependencies
        let authorization = AuthorizationServer(key: options.signInKey, dependencies: dependencies)
        var access = GatewayAccess()
        for (partner, clients) in options.partners {
            for client in clients { access.admit(token: options.contextToken, partner: partner, client: client) }
        }
        let kept = try await JourneyError.translating { try await Database.open(.memory) }
        let devices = try await JourneyError.translating { try await Database.open(options.devices) }
        let stores = try await GatewayStores(kept, devices: devices, dependencies: options.dependencies)
        try await stores.keySets.publish(try PublishedKeySet(keySet), for: .manifests)
        remote = try await RemoteConfigurationPublisher(options, stores)
        remoteKeys = remote.keys
        telemetry = stores.telemetry
        proofCredential = Secret(copying: Base64URL.encode(options.dependencies.random(32)).utf8)
        var assembly = GatewayAssembly(
            stores, identity: access, environment: options.environment, dependencies: dependencies)
        assembly.checkers = [proofCredential.withBytes { SHA256.hash(Array($0)) }]
        // Always the sandbox environment, whatever the apps use: attestation answers state it.
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: options.partners.mapValues { _ in [SandboxOptions.appID] }, roots: [],
            acceptsDevelopment: true)
        let asked = try assembly.service()
        let bank = try SandboxBank(
            bank: try await Bank(options.database, dependencies: dependencies),
            tokens: [Bank.customer: options.contextToken], faults: faults, authorization: authorization,
            devices: DeviceService(gateway: asked, credential: proofCredential),
            dependencies: dependencies)
        let wallet = try await SandboxServer.wallet(options, faults: faults)
        let operations = bank.operations.union(FaultyService.gateway.values).union(wallet?.operations ?? [])
            .union(options.cards == nil ? [] : CardIssuerServer.operations)
            .union(options.fakeBanks.flatMap { FakeBankOperation.calls(of: $0.manifest).keys })
        try options.faults.check(operations: operations)
        guard let settlements = HTTPSURL("https://\(SandboxOptions.bankName)\(BankCall.settle.path)") else {
            throw JourneyError(.configurationInvalid, "The bank's host name forms no valid settlement URL.")
        }
        var cards: CardIssuerServer?
        if let options = options.cards {
            cards = try await CardIssuerServer.start(options, faults: faults, dependencies: dependencies)
        }
        self.cards = cards
        if let cards {
            assembly.cards = try options.cardProxy?.service(of: cards, store: stores.cards, dependencies: dependencies)
        }
        assembly.bank = (bank, settlements)
        let (front, frontOrigin) = try await HTTPServer.start(
            FaultyService(
                rest: try assembly.service(), operations: FaultyService.gateway, faults: faults,
                dependencies: dependencies),
            as: SandboxOptions.gatewayName, port: options.gatewayPort, options.gatewayIdentity,
            log: options.dependencies.log)
        let (back, backOrigin) = try await HTTPServer.start(
            bank, as: SandboxOptions.bankName, port: options.bankPort, options.bankIdentity,
            log: options.dependencies.log)
        var walletServer: WalletServer?
        if let wallet, let options = options.wallet {
            walletServer = try await WalletServer.start(
                wallet, identity: options.identity, port: options.port, log: dependencies.log)
        }
        self.walletServer = walletServer
        cards?.admit(frontOrigin)
        var passes: PassServer?
        if let options = options.passes { passes = try await PassServer.start(options, dependencies: dependencies) }
        self.passes = passes
        authorization.setOrigin(to: backOrigin)
        (gateway, self.bank, signInKeys) = (frontOrigin, backOrigin, authorization.keys)
        pins = SandboxServer.pins(of: options)
        let setting = JourneyTemplate.Setting(
            gateway: frontOrigin, bank: backOrigin, notBefore: options.skewedValidity.lowerBound,
            notAfter: options.skewedValidity.upperBound,
            // Each start signs new times and addresses, so the number must exceed that of earlier sandboxes.
            sequence: Int64(options.dependencies.now().timeIntervalSince1970 * 1_000))
        var templates: [JourneyTemplate] = []
        for name in SandboxJourneys.names { templates.append(try JourneyTemplate(named: name)) }
        for journey in options.journeys {
            let template = try JourneyTemplate(manifest: journey.manifest, openAPI: journey.openAPI)
            templates.removeAll { $0.id == template.id }
            templates.append(template)
        }
        var fakeBanks: [HTTPServer] = []
        for journey in options.fakeBanks {
            let (server, template) = try await SandboxServer.startFakeBank(journey, options, faults)
            fakeBanks.append(server)
            templates.removeAll { $0.id == template.id }
            templates.append(template)
        }
        for template in templates {
            let signed = try await template.signed(for: setting, key: options.manifestKey, keyID: options.keyID)
            try await stores.manifests.publish(
                try PublishedJourney(
                    id: template.id, manifest: signed.manifest, openAPI: signed.openAPI, keys: keySet,
                    leastVersion: .v11, now: options.dependencies.now()))
        }
        servers = [front, back] + fakeBanks
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

    /// Starts a fake bank for a journey under development, and returns it with the journey at its address.
    private static func startFakeBank(
        _ journey: FakeBank.Journey, _ options: SandboxOptions, _ faults: SandboxFaults
    ) async throws(JourneyError) -> (HTTPServer, JourneyTemplate) {
        let id = try JourneyTemplate(manifest: journey.manifest, openAPI: journey.openAPI).id
        let (server, origin) = try await HTTPServer.start(
            try FakeBank(journey, token: options.contextToken).misbehaving(faults, options.skewedDependencies),
            as: SandboxOptions.bankName, port: 0, options.bankIdentity, log: options.dependencies.log)
        return (
            server,
            try JourneyTemplate(
                manifest: FakeBankAddresses.manifest(journey.manifest, id: id, bank: origin),
                openAPI: FakeBankAddresses.openAPI(journey.openAPI, bank: origin))
        )
    }

    /// Creates the wallet's service if the options have one.
    private static func wallet(
        _ options: SandboxOptions, faults: SandboxFaults
    ) async throws(JourneyError) -> WalletService? {
        guard let wallet = options.wallet else { return nil }
        return WalletService(
            try await Wallet(
                wallet.database, key: wallet.key, credentials: wallet.credentials,
                dependencies: options.skewedDependencies, deliver: wallet.deliver), faults: faults)
    }

    /// Publishes a newer remote configuration with `rules`, effective from the next request on.
    package func publish(rules: JSONValue) async throws(JourneyError) { try await remote.publish(rules) }

    /// Returns the URL of the manifest of `journey`.
    package func manifestURL(of journey: JourneyID) -> HTTPSURL? {
        HTTPSURL(origin: gateway, path: ManifestContract.manifest.path(journey.rawValue))
    }

    /// Stops the servers after running requests are answered.
    package func stop() async {
        await walletServer?.stop()
        await cards?.stop()
        await passes?.stop()
        for server in servers { await server.stop() }
    }
}
