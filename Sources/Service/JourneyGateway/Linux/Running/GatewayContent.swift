import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer

/// All that a gateway reads from files and serves, checked as a whole.
struct GatewayContent: Sendable {
    let configuration: GatewayConfiguration
    let manifestKeys: PublishedKeySet
    let remoteKeys: PublishedKeySet
    let access: GatewayAccess
    let proofCheckers: Set<[UInt8]>
    let attestationPolicy: AttestationPolicy
    let cards: CardContent?
    let passes: PassContent?
    let requestLog: RequestLogPolicy
    let published: PublishedFolder
    /// `nil` when the folder has none.
    let remoteConfiguration: (verified: VerifiedRemoteConfiguration, document: [UInt8])?
    /// Whether the key set of manifests counts now.
    let keySeason: Validity
    /// Whether the remote configuration does.
    let remoteSeason: Validity

    /// What `file` and the files that it names hold, judged at `now`. What devices would refuse is refused, but for its
    /// time: that is for `requireBegun`, `requireNotExpired` and `GatewayStores.publish`.
    init(file: String, environment: String? = nil, at now: Date) throws(JourneyError) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file, environment: environment)
        let (keySet, season) = try GatewayContent.manifestKeys(configuration, at: now)
        manifestKeys = try PublishedKeySet(keySet)
        keySeason = season
        remoteKeys = try GatewayContent.keys(configuration.remoteKeysFile, "keys.remoteConfigurationFile")
        guard Set(manifestKeys.keys.keyIDs).isDisjoint(with: remoteKeys.keys.keyIDs),
            manifestKeys.thumbprints.isDisjoint(with: remoteKeys.thumbprints)
        else {
            throw JourneyError(.keysInvalid, "One key stands in both key sets; each purpose has keys of its own.")
        }
        access = try GatewayFile.tokens(
            configuration.contextTokensFile, "contextTokensFile", partners: configuration.partners)
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
        // A set that has not begun is refused by itself; what it verifies is looked at all the same.
        published = try PublishedFolder(
            configuration.publishedFolder, keys: keySet,
            leastVersion: configuration.environment == "production" ? .v12 : .v11, now: max(now, keySet.notBefore))
        guard let document = published.remoteConfiguration else {
            remoteConfiguration = nil
            remoteSeason = .now
            return
        }
        do {
            let verified = try RemoteConfiguration.verified(
                document, environment: configuration.environment, keys: remoteKeys.keys)
            remoteConfiguration = (verified, document)
            remoteSeason = verified.configuration.season(at: now)
        } catch {
            throw JourneyError(error.code, "\(configuration.remoteConfigurationPlace): \(error.message)")
        }
    }

    /// What has a time of its own, and where it lies.
    private var seasons: [(season: Validity, place: String)] {
        [(keySeason, configuration.manifestKeysPlace), (remoteSeason, configuration.remoteConfigurationPlace)]
            + published.journeys.map { ($0.season, configuration.place(of: $0)) }
    }

    /// Throws for what has not begun: it would take the place of what counts now, and could not be taken back.
    func requireBegun() throws(JourneyError) {
        for (season, place) in seasons { try season.requireBegun(place) }
    }

    /// Throws for what has ended.
    func requireNotExpired() throws(JourneyError) {
        for (season, place) in seasons { try season.requireNotExpired(place) }
    }

    /// What a start would take and somebody should look at, in sentences that name the place.
    var warnings: [String] {
        let unlisted = cards.map { $0.owners.unlisted(of: $0.partners.keys) } ?? []
        return unlisted.map {
            "cards.partners.\($0): without a usersFile, users belong to the partner whose token names them first."
        }
            + (passes?.types ?? []).flatMap { type in
                type.bindingObstacles.map { "passes.types.\(type.identifier).templateFolder: \($0)" }
            }
    }

    /// Says when something that is served has ended, so that devices refuse it, and which templates can't be bound.
    func warn(_ log: Log) {
        if let passes { PassFactory.warnOfBinding(of: passes.types, log) }
        let unlisted = cards.map { $0.owners.unlisted(of: $0.partners.keys).count } ?? 0
        if unlisted > 0 {
            log.record(
                .warning,
                "Card partners share an issuer's account without lists of their users, which belong to who names them first.",
                [.count: String(unlisted)])
        }
        let count = seasons.count { (try? $0.season.requireNotExpired($0.place)) == nil }
        guard count > 0 else { return }
        log.record(.warning, "Some of what is served has ended: devices refuse it.", [.count: String(count)])
    }

    /// Says which pass types' certificates are over, or will soon be.
    func warnOfCertificates(_ log: Log, at now: Date) {
        guard let passes else { return }
        PassFactory.warn(of: passes.types, log, at: now)
    }

    /// The set of keys that a device would believe, and whether it would now.
    private static func manifestKeys(
        _ configuration: GatewayConfiguration, at now: Date
    ) throws(JourneyError) -> (ManifestKeySet, Validity) {
        let anchor: ManifestAnchor = try read(configuration.manifestAnchorFile, "keys.manifestAnchorFile") {
            (json, _) throws(JourneyError) in try ManifestAnchor(json)
        }
        guard anchor.environment == configuration.environment else {
            throw JourneyError(
                .keysMismatch, "keys.manifestAnchorFile: the anchor is of another environment than the gateway.")
        }
        return try read(configuration.manifestKeysFile, "keys.manifestsFile") { (_, bytes) throws(JourneyError) in
            let season = try Validity { () throws(JourneyError) in
                _ = try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
            }
            return (try ManifestKeySet.open(bytes, anchor: anchor), season)
        }
    }

    /// How requests are logged. Throws `FILE_UNUSABLE` for a key that is too short, and `SECRET_EXPOSED`.
    private static func requestLog(
        _ configuration: GatewayConfiguration.RequestLog
    ) throws(JourneyError) -> RequestLogPolicy {
        let member = "log.pseudonymKeyFile"
        let key = try configuration.pseudonymKeyFile.map { path throws(JourneyError) in
            let key = try GatewayFile.secret(path, member)
            guard key.withBytes({ $0.count }) >= RequestLogPolicy.leastKeyBytes else {
                throw GatewayFile.fault(
                    member, path, "holds fewer than \(RequestLogPolicy.leastKeyBytes) bytes; use random ones")
            }
            return key
        }
        return RequestLogPolicy(addresses: configuration.addresses, key: key)
    }

    private static func keys(_ path: String, _ member: String) throws(JourneyError) -> PublishedKeySet {
        try read(path, member) { (json, _) throws(JourneyError) in try PublishedKeySet(json) }
    }

    /// What `make` makes of the file at `path`; its refusal names member and file.
    private static func read<Content>(
        _ path: String, _ member: String, _ make: (JSONValue, [UInt8]) throws(JourneyError) -> Content
    ) throws(JourneyError) -> Content {
        let bytes = try GatewayFile.read(path, member)
        guard let json = try? JSONReader.read(bytes) else {
            throw GatewayFile.fault(member, path, "cannot be read, or is no strict JSON")
        }
        do { return try make(json, bytes) } catch {
            throw JourneyError(error.code, "\(member): \(path): \(error.message)")
        }
    }

    /// The gateway over `stores`, by these keys and to these callers.
    ///
    /// `transport` makes the network to the card issuer, for those authorities; `port` is the one that the gateway is asked at.
    /// Throws `CONFIGURATION_INVALID` where an issuer is to be asked and there is no network.
    func assembly(
        over stores: GatewayStores, transport: Gateway.CardTransport?, port: Int, dependencies: Dependencies
    ) throws(JourneyError) -> GatewayAssembly {
        var assembly = GatewayAssembly(
            stores, identity: access, environment: configuration.environment, dependencies: dependencies)
        assembly.checkers = proofCheckers
        assembly.attestation = attestationPolicy
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

    /// Who sends pushes, as `stores` have them waiting; `nil` where nobody does. Throws `CONFIGURATION_INVALID` where pushes
    /// are to be sent and there is no network.
    func pushes(
        over stores: GatewayStores, transport: Gateway.PushTransport?, dependencies: Dependencies
    ) throws(JourneyError) -> PeriodicWorker? {
        guard let passes, let pushes = passes.configuration.pushes else { return nil }
        guard let transport else {
            throw JourneyError(.configurationInvalid, "passes.apns: this program has no network to a push service.")
        }
        return .pushes(
            for: passes.types, waitingIn: stores.passUpdates, to: pushes.service, dependencies: dependencies
        ) { identity in transport(identity, passes.pushAuthorities) }
    }

    private func cardService(
        _ content: CardContent, _ store: CardStore, _ transport: Gateway.CardTransport?, _ dependencies: Dependencies
    ) throws(JourneyError) -> CardRoutes {
        guard let transport else {
            throw JourneyError(.configurationInvalid, "cards: this program has no network to an issuer.")
        }
        let cards = content.configuration
        return CardRoutes(
            issuer: content.issuer, partners: content.partners, owners: content.owners, store: store,
            files: content.files, designs: cards.designs, rates: cards.rates, patience: cards.patience,
            connectionIdleLimit: cards.issuer.connectionIdleLimit,
            transport: transport(content.authorities), dependencies: dependencies)
    }
}

extension GatewayConfiguration {
    /// Where things lie, as sentences name them.
    var manifestKeysPlace: String { "keys.manifestsFile: \(manifestKeysFile)" }
    var remoteConfigurationPlace: String { "\(publishedFolder)/remote-configuration.jws" }
    func place(of journey: PublishedJourney) -> String { "\(publishedFolder)/\(journey.id)" }
}
