import Foundation
public import JourneyBase
public import JourneyServer

/// What a gateway keeps, from its start to its end: in its database, and what it has counted.
///
/// Nothing of it goes by itself: whoever runs a server calls `prune` each hour, and `pruneShortLived` three times a minute.
public struct GatewayStores: Sendable {
    let database: Database
    public let keySets: KeySetStore
    public let manifests: ManifestStore
    public let remote: RemoteConfigurationStore
    public let telemetry: TelemetryStore
    public let proofs: ProofStore
    public let attestations: AttestationStore
    public let cards: CardStore
    public let passes: PassStore
    public let passUpdates: PassUpdateStore
    /// How often whom the pass service has served: a reload gives nobody more.
    let passGate = PassRateLimiter()
    private let dependencies: Dependencies

    /// The stores in `database`, beside whatever else is there.
    ///
    /// - Parameters:
    ///   - devices: Where the apps that the gateway knows are kept, where that is another database.
    ///   - retention: How long telemetry is kept.
    /// - Throws: `JourneyError` with one of the store's codes.
    public init(
        _ database: Database, devices: Database? = nil, retention: Duration = .seconds(30 * 86_400),
        dependencies: Dependencies = .system
    ) async throws(JourneyError) {
        self.database = database
        keySets = try await KeySetStore(database)
        manifests = try await ManifestStore(database)
        remote = try await RemoteConfigurationStore(database)
        telemetry = try await TelemetryStore(database, retention: retention, dependencies: dependencies)
        proofs = try await ProofStore(devices ?? database)
        attestations = try await AttestationStore(devices ?? database)
        cards = try await CardStore(database)
        passes = try await PassStore(database)
        passUpdates = try await PassUpdateStore(database)
        self.dependencies = dependencies
    }

    /// Removes what is older than its retention, whether or not more comes; of the pass service's where `passAudit` says how long
    /// its records of who did what are kept.
    public func prune(_ log: Log, passAudit: Duration? = nil) async {
        do { try await telemetry.prune() } catch {
            log.record(.error, "Telemetry that is over could not be removed; it is tried again within the hour.")
        }
        do { try await cards.prune(now: Int64(dependencies.now().timeIntervalSince1970)) } catch {
            log.record(
                .error, "What is over of the card proxy's could not be removed; it is tried again within the hour.")
        }
        guard let passAudit else { return }
        do { try await passUpdates.prunePushes(now: PassStore.moment(dependencies.now())) } catch {
            log.record(.error, "Pushes that are over could not be removed; it is tried again within the hour.")
        }
        do { try await passes.prune(now: dependencies.now(), auditRetention: passAudit) } catch {
            log.record(
                .error, "What is over of the pass service's could not be removed; it is tried again within the hour.")
        }
    }

    /// Deletes what opens something and was good for a short time: card pages that nobody has fetched, and the passes that
    /// sessions which are over have handed out.
    public func pruneShortLived(_ log: Log) async {
        let now = dependencies.now()
        do {
            try await cards.prunePages(now: Int64(now.timeIntervalSince1970))
            try await passes.pruneAnswers(now: now)
        } catch {
            log.record(.error, "Card pages and passes that are over could not be deleted; it is tried again.")
        }
    }
}
