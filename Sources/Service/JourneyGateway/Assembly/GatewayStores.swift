import Foundation
public import JourneyBase
public import JourneyServer

/// The persistent stores of a gateway, with the rate counters of its process.
///
/// Nothing expires on its own: the server calls `prune` every hour and `pruneShortLived` three times a minute.
public struct GatewayStores: Sendable {
    let database: Database
    public let keySets: KeySetStore
    public let manifests: ManifestStore
    public let remote: RemoteConfigurationStore
    public let telemetry: TelemetryStore
    public let proofs: ProofStore
    public let attestations: AttestationStore
    /// Used DPoP proofs.
    let dpop: DPoPStore
    /// Authorizations of consents at banks, and the tokens of people.
    let bankAuthorizations: BankAuthorizationStore
    public let cards: CardStore
    let passService: PassAssembly
    public var passes: PassStore { passService.passes }
    public var passUpdates: PassUpdateStore { passService.updates }
    private let dependencies: Dependencies

    /// Opens the stores in `database`; other tables there are left alone.
    ///
    /// - Parameters:
    ///   - database: The gateway's database.
    ///   - devices: The database for known apps and their keys; `nil` for `database`.
    ///   - retention: The time for which telemetry is kept.
    ///   - dependencies: Time, randomness and log.
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
        dpop = try await DPoPStore(database)
        bankAuthorizations = try await BankAuthorizationStore(database)
        cards = try await CardStore(database)
        passService = try await PassAssembly(database)
        self.dependencies = dependencies
    }

    /// Deletes records past their retention: telemetry, card proxy and, where it is configured, pass service.
    ///
    /// - Parameters:
    ///   - log: Gets a line for each store that fails.
    ///   - passAudit: The retention of the pass service's audit trail; `nil` without a pass service.
    public func prune(_ log: Log, passAudit: Duration? = nil) async {
        do { try await telemetry.prune() } catch {
            log.record(.error, "Expired telemetry could not be deleted; the next attempt is within the hour.")
        }
        do { try await cards.prune(now: Int64(dependencies.now().timeIntervalSince1970)) } catch {
            log.record(
                .error, "Expired card proxy records could not be deleted; the next attempt is within the hour.")
        }
        guard let passAudit else { return }
        do { try await passUpdates.prunePushes(now: PassStore.moment(dependencies.now())) } catch {
            log.record(.error, "Expired pushes could not be deleted; the next attempt is within the hour.")
        }
        do { try await passes.prune(now: dependencies.now(), auditRetention: passAudit) } catch {
            log.record(
                .error, "Expired pass service records could not be deleted; the next attempt is within the hour.")
        }
    }

    /// Deletes expired short-lived secrets: card pages that were never fetched, passes handed out by ended sessions, and the tokens
    /// of people at banks.
    public func pruneShortLived(_ log: Log) async {
        let now = dependencies.now()
        let seconds = Int64(now.timeIntervalSince1970)
        // Each by itself: one that fails must not keep the others.
        let prunings: [@Sendable () async throws -> Void] = [
            { _ = try await cards.prunePages(now: seconds) }, { _ = try await passes.pruneAnswers(now: now) },
            { _ = try await bankAuthorizations.prune(now: seconds) },
        ]
        for prune in prunings {
            do { try await prune() } catch {
                log.record(
                    .error,
                    "Expired card pages, passes or tokens could not be deleted; the next attempt is within a minute.")
            }
        }
    }
}
