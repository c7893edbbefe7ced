import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer

/// The gateway's complete content from files, validated as a whole.
struct GatewayContent: Sendable {
    let configuration: GatewayConfiguration
    let manifestKeys: PublishedKeySet
    let remoteKeys: PublishedKeySet
    let access: Access
    let proofCheckers: Set<[UInt8]>
    let attestationPolicy: AttestationPolicy
    let banks: [BankContent]
    /// The operations of published journeys, for each bank.
    private let operations: [BankOperations]
    let cards: CardContent?
    let passes: PassContent?
    let requestLog: RequestLogPolicy
    let published: PublishedFolder
    /// The remote configuration; `nil` if the folder has none.
    let remoteConfiguration: (verified: VerifiedRemoteConfiguration, document: [UInt8])?
    /// The current validity of the manifest key set.
    let keyValidity: Validity
    /// The current validity of the remote configuration.
    let remoteValidity: Validity

    /// The way in which callers are known.
    enum Access: Sendable {
        case tokens(GatewayAccess)
        case provider(ProviderContent)
    }

    /// Reads `file` and the files that it names, and checks them at `now`. Content that devices would refuse is refused, except
    /// for its validity period, which `requireBegun`, `requireNotExpired` and `GatewayStores.publish` check.
    init(file: String, environment: String? = nil, at now: Date) throws(JourneyError) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file, environment: environment)
        let (keySet, validity) = try GatewayContent.manifestKeys(configuration, at: now)
        manifestKeys = try PublishedKeySet(keySet)
        keyValidity = validity
        remoteKeys = try GatewayContent.keys(configuration.remoteKeysFile, "keys.remoteConfigurationFile")
        guard Set(manifestKeys.keys.keyIDs).isDisjoint(with: remoteKeys.keys.keyIDs),
            manifestKeys.thumbprints.isDisjoint(with: remoteKeys.thumbprints)
        else {
            throw JourneyError(
                .keysInvalid, "A key is in both key sets; manifests and remote configuration need separate keys.")
        }
        switch configuration.access {
        case .tokensFile(let file):
            access = .tokens(
                try GatewayFile.tokens(file, "contextTokensFile", partners: configuration.partners))
        case .provider(let provider): access = .provider(try ProviderContent(provider))
        }
        proofCheckers =
            try configuration.proofCheckersFile.map { path throws(JourneyError) in
                try GatewayFile.digests(path, "proofCheckersFile")
            } ?? []
        attestationPolicy = try AttestationPolicy(configuration.attestation, environment: configuration.environment)
        cards = try configuration.cards.map { [configuration] cards throws(JourneyError) in
            try CardContent(cards, environment: configuration.environment)
        }
        passes = try configuration.passes.map { passes throws(JourneyError) in try PassContent(passes) }
        requestLog = try GatewayContent.requestLog(configuration.requestLog)
        // A key set that isn't valid yet is refused elsewhere; its manifests are checked as of its begin.
        let leastVersion: Journey.Version = configuration.environment == "production" ? .v12 : .v11
        let moment = max(now, keySet.notBefore)
        published = try PublishedFolder(
            configuration.publishedFolder, keys: keySet, leastVersion: leastVersion, now: moment)
        let names = configuration.banks.keys.sorted()
        banks = try names.map { [configuration] name throws(JourneyError) in
            try configuration.banks[name].map { bank throws(JourneyError) in try BankContent(name, bank) }
        }.compactMap(\.self)
        operations = try GatewayContent.operations(
            of: names, at: configuration.names, in: published.journeys, keySet, leastVersion, moment)
        guard let document = published.remoteConfiguration else {
            remoteConfiguration = nil
            remoteValidity = .valid
            return
        }
        do {
            let verified = try RemoteConfiguration.verified(
                document, environment: configuration.environment, keys: remoteKeys.keys)
            remoteConfiguration = (verified, document)
            remoteValidity = verified.configuration.validity(at: now)
        } catch {
            throw JourneyError(error.code, "\(configuration.remoteConfigurationPlace): \(error.message)")
        }
    }

    /// The items with a validity period, and their locations.
    private var validities: [(validity: Validity, place: String)] {
        [(keyValidity, configuration.manifestKeysPlace), (remoteValidity, configuration.remoteConfigurationPlace)]
            + published.journeys.map { ($0.validity, configuration.place(of: $0)) }
    }

    /// Throws for an item that isn't valid yet: it would irrevocably replace the current one.
    func requireBegun() throws(JourneyError) {
        for (validity, place) in validities { try validity.requireBegun(place) }
    }

    /// Throws for an expired item.
    func requireNotExpired() throws(JourneyError) {
        for (validity, place) in validities { try validity.requireNotExpired(place) }
    }

    /// Findings that don't prevent a start. Each names the affected member.
    var warnings: [String] {
        let unlisted = cards.map { $0.owners.unlisted(of: $0.partners.keys) } ?? []
        return unlisted.map {
            "cards.partners.\($0): without a usersFile, users belong to the partner whose token names them first."
        }
            + (passes?.types ?? []).flatMap { type in
                type.bindingObstacles.map { "passes.types.\(type.identifier).templateFolder: \($0)" }
            }
    }

    /// Logs expired items, which devices refuse, and templates that can't be bound to a device.
    func warn(_ log: Log) {
        if let passes { PassFactory.warnOfBinding(of: passes.types, log) }
        let unlisted = cards.map { $0.owners.unlisted(of: $0.partners.keys).count } ?? 0
        if unlisted > 0 {
            log.record(
                .warning,
                "Card partners share an issuer account without user lists; users belong to the partner that names them first.",
                [.count: String(unlisted)])
        }
        let count = validities.count { (try? $0.validity.requireNotExpired($0.place)) == nil }
        guard count > 0 else { return }
        log.record(
            .warning, "Served content has expired and is refused by devices; publish a new version.",
            [.count: String(count)])
    }

    /// Logs the pass types whose certificates have expired or expire soon.
    func warnOfCertificates(_ log: Log, at now: Date) {
        guard let passes else { return }
        PassFactory.warn(of: passes.types, log, at: now)
    }

    /// Collects the operations of the valid journeys that lead to each bank.
    private static func operations(
        of banks: [String], at names: Set<String>, in published: [PublishedJourney], _ keys: ManifestKeySet,
        _ leastVersion: Journey.Version, _ now: Date
    ) throws(JourneyError) -> [BankOperations] {
        guard !banks.isEmpty else { return [] }
        let journeys = try published.filter { $0.validity == .valid }.map { journey throws(JourneyError) in
            try journey.compiled(keys: keys, leastVersion: leastVersion, now: now)
        }
        return try banks.map { bank throws(JourneyError) in try BankOperations(of: bank, at: names, in: journeys) }
    }

    /// Reads the manifest keys as a device verifies them, with their validity.
    private static func manifestKeys(
        _ configuration: GatewayConfiguration, at now: Date
    ) throws(JourneyError) -> (ManifestKeySet, Validity) {
        let anchor: ManifestAnchor = try read(configuration.manifestAnchorFile, "keys.manifestAnchorFile") {
            (json, _) throws(JourneyError) in try ManifestAnchor(json)
        }
        guard anchor.environment == configuration.environment else {
            throw JourneyError(
                .keysMismatch, "keys.manifestAnchorFile: the anchor belongs to another environment than the gateway.")
        }
        return try read(configuration.manifestKeysFile, "keys.manifestsFile") { (_, bytes) throws(JourneyError) in
            let validity = try Validity { () throws(JourneyError) in
                _ = try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
            }
            return (try ManifestKeySet.open(bytes, anchor: anchor), validity)
        }
    }

    /// Returns the policy of the request log. Throws `FILE_UNUSABLE` for a key that is too short, and `SECRET_EXPOSED`.
    private static func requestLog(
        _ configuration: GatewayConfiguration.RequestLog
    ) throws(JourneyError) -> RequestLogPolicy {
        let member = "log.pseudonymKeyFile"
        let key = try configuration.pseudonymKeyFile.map { path throws(JourneyError) in
            let key = try GatewayFile.secret(path, member)
            guard key.withBytes({ $0.count }) >= RequestLogPolicy.leastKeyBytes else {
                throw GatewayFile.fault(
                    member, path, "has fewer than \(RequestLogPolicy.leastKeyBytes) bytes; use random bytes")
            }
            return key
        }
        return RequestLogPolicy(addresses: configuration.addresses, key: key)
    }

    private static func keys(_ path: String, _ member: String) throws(JourneyError) -> PublishedKeySet {
        try read(path, member) { (json, _) throws(JourneyError) in try PublishedKeySet(json) }
    }

    /// Parses the file at `path` with `make`, and prefixes its errors with member and path.
    private static func read<Content>(
        _ path: String, _ member: String, _ make: (JSONValue, [UInt8]) throws(JourneyError) -> Content
    ) throws(JourneyError) -> Content {
        let bytes = try GatewayFile.read(path, member)
        let json: JSONValue
        do { json = try JSONReader.read(bytes) } catch {
            throw GatewayFile.fault(member, path, "is not valid JSON: \(error)")
        }
        do { return try make(json, bytes) } catch {
            throw JourneyError(error.code, "\(member): \(path): \(error.message)")
        }
    }

    /// Assembles the gateway's services over `stores`.
    ///
    /// `transport` creates the transports to the card issuer and the identity provider, `port` is the gateway's own. Throws
    /// `CONFIGURATION_INVALID` if one of them is configured without a transport.
    func assembly(
        over stores: GatewayStores, transport: Gateway.OutgoingTransport?, bankTransport: Gateway.BankTransport?,
        port: Int, dependencies: Dependencies
    ) throws(JourneyError) -> GatewayAssembly {
        var assembly = GatewayAssembly(
            stores, identity: try identity(stores.dpop, transport, dependencies),
            environment: configuration.environment, dependencies: dependencies)
        assembly.checkers = proofCheckers
        assembly.attestation = attestationPolicy
        if let bankTransport {
            assembly.banks = zip(banks, operations).map { ($0.account(over: bankTransport), $1) }
        } else if !banks.isEmpty {
            throw JourneyError(.configurationInvalid, "banks: this program provides no HTTP transport to banks.")
        }
        assembly.cards = try cards.map { content throws(JourneyError) in
            try cardService(content, stores.cards, transport, dependencies)
        }
        assembly.passes = try passes.map { content throws(JourneyError) in
            let port = configuration.publicPort ?? port
            return (
                try content.factory(port: port, dependencies: dependencies), try content.settings(port: port)
            )
        }
        return assembly
    }

    private func identity(
        _ proofs: DPoPStore, _ transport: Gateway.OutgoingTransport?, _ dependencies: Dependencies
    ) throws(JourneyError) -> any GatewayIdentity {
        switch access {
        case .tokens(let access): return access
        case .provider(let provider):
            guard let transport else {
                throw JourneyError(
                    .configurationInvalid, "identity: this program provides no HTTP transport to an identity provider.")
            }
            return provider.identity(
                over: transport(provider.authorities), proofs: proofs, dependencies: dependencies)
        }
    }

    /// Creates the worker that sends the pushes waiting in `stores`; `nil` without a push service. Throws `CONFIGURATION_INVALID`
    /// if pushes are configured without a transport.
    func pushes(
        over stores: GatewayStores, transport: Gateway.PushTransport?, dependencies: Dependencies
    ) throws(JourneyError) -> PeriodicWorker? {
        guard let passes, let pushes = passes.configuration.pushes else { return nil }
        guard let transport else {
            throw JourneyError(
                .configurationInvalid, "passes.apns: this program provides no HTTP transport to a push service.")
        }
        return .pushes(
            for: passes.types, waitingIn: stores.passUpdates, to: pushes.service, dependencies: dependencies
        ) { identity in transport(identity, passes.pushAuthorities) }
    }

    private func cardService(
        _ content: CardContent, _ store: CardStore, _ transport: Gateway.OutgoingTransport?,
        _ dependencies: Dependencies
    ) throws(JourneyError) -> CardRoutes {
        guard let transport else {
            throw JourneyError(.configurationInvalid, "cards: this program provides no HTTP transport to an issuer.")
        }
        let cards = content.configuration
        return CardRoutes(
            issuer: content.issuer, partners: content.partners, owners: content.owners, store: store,
            files: content.files, designs: cards.designs, rates: cards.rates, issuerTimeout: cards.issuerTimeout,
            connectionIdleLimit: cards.issuer.connectionIdleLimit,
            transport: transport(content.authorities), dependencies: dependencies)
    }
}

extension GatewayConfiguration {
    /// The locations of content, as messages name them.
    var manifestKeysPlace: String { "keys.manifestsFile: \(manifestKeysFile)" }
    var remoteConfigurationPlace: String { "\(publishedFolder)/remote-configuration.jws" }
    func place(of journey: PublishedJourney) -> String { "\(publishedFolder)/\(journey.id)" }
}
