internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// Reconciles payments that earlier runs of a journey left unresolved, before another run pays.
///
/// The bank is asked for their outcome; neither the manifest nor the step of the earlier run is needed.
struct PaymentReconciler: Sendable {
    private let snapshots: SnapshotStore
    private let gateway: GatewayClient
    private let person: Subject
    private let now: Date

    /// Creates a reconciler for a run of `person`, with inquiries through `gateway`.
    init(_ host: JourneyHost, _ config: HSBCInitConfig, _ gateway: GatewayClient, _ person: Subject) {
        snapshots = SnapshotStore(store: host.store, environment: config.environment)
        self.gateway = gateway
        self.person = person
        now = host.dependencies.now()
    }

    /// Reconciles the runs of `journey` except `current`, and reports to `events` those that remain unresolved or have paid.
    ///
    /// A payment that no resumed run will report is reported here, before it is removed.
    func reconcile(of journey: Journey, except current: String, _ events: EventBus) async {
        // A store that fails here fails again where a payment needs it.
        let runs = ((try? await snapshots.tidy(now: now, except: current)) ?? []).filter {
            // Payments of other people are not reported.
            $0.snapshot.journey == journey.id && $0.snapshot.holdsPayment
                && $0.snapshot.person.isOffered(to: person.subject)
        }
        let fates = await ask(runs.map(\.snapshot), journey.id)
        var (isUnfinished, isPaid) = (false, false)
        for (run, snapshot) in runs {
            let (rest, isDone) = snapshot.reconciled(fates)
            // A resumable run reports its payment itself.
            let isResumable =
                rest.isResumable && rest.expires > now && rest.manifestHash == journey.manifestHash
                && rest.sequence == journey.sequence
            var kept = rest
            if isDone || rest.hasPaid, !isResumable, rest.person.isKnown(to: person) {
                if !isPaid { events.send(PaymentReconciler.paid) }
                isPaid = true
                kept = rest.without(fates)
            }
            if kept.holdsPayment { isUnfinished = true }
            kept = kept.forgettingUnkeyed(at: now)
            // A run without a payment that can't be resumed is removed. After a failed write, a later start reports it again.
            if kept != snapshot { try? await store(kept.holdsPayment || isResumable ? kept : nil, of: run) }
        }
        if isUnfinished { events.send(PaymentReconciler.unfinished) }
    }

    /// An earlier run of this journey has paid, or may have paid, and has not ended.
    ///
    /// Next step: Offer to resume that run, or show the person the payment's state.
    private static let unfinished = JourneyEvent.error(
        code: "RUN_UNFINISHED",
        message: "An earlier run of this journey has paid, or may have paid, and has not ended.", step: nil)
    /// An earlier run of this journey, which can't be resumed, has paid.
    ///
    /// Next step: Tell the person before they pay again.
    private static let paid = JourneyEvent.error(
        code: "RUN_PAID", message: "An earlier run of this journey, which can't be resumed, has paid.",
        step: nil)

    /// Reconciles the payments of `suspendedRun`, and returns the run with those that were made or remain unknown.
    func reconcile(_ suspendedRun: SuspendedRun) async -> SuspendedRun {
        let fates = await ask([suspendedRun.snapshot], suspendedRun.snapshot.journey)
        let (rest, _) = suspendedRun.snapshot.reconciled(fates)
        if rest != suspendedRun.snapshot { try? await store(rest.isOfUse(at: now) ? rest : nil, of: suspendedRun.run) }
        return SuspendedRun(run: suspendedRun.run, snapshot: rest)
    }

    private func store(_ snapshot: Snapshot?, of run: String) async throws {
        if let snapshot { try await snapshots.save(snapshot, of: run) } else { try await snapshots.remove(run) }
    }

    /// Asks the bank for the outcome of calls, by key. Each run is asked about as the person who made its calls: as anyone else,
    /// the bank would not find them.
    private func ask(_ runs: [Snapshot], _ journey: JourneyID) async -> [String: StateMachine.CallFate] {
        var fates: [String: StateMachine.CallFate] = [:]
        for identity in Set(runs.map(\.person.identity)) {
            let keys = runs.filter { $0.person.identity == identity && $0.person.isKnown(to: person) }
                .flatMap { $0.inDoubt.values.compactMap(\.key) }
            guard !keys.isEmpty else { continue }
            fates.merge(await gateway.reconcile(keys.sorted(), of: journey, isSignedIn: identity != nil)) { $1 }
        }
        return fates
    }
}

extension Snapshot {
    /// Returns the snapshot without attempts that the bank will never execute, and whether one of the others was executed.
    fileprivate func reconciled(_ fates: [String: StateMachine.CallFate]) -> (rest: Snapshot, isPaid: Bool) {
        var rest = self
        var isPaid = false
        for (scope, attempt) in inDoubt {
            switch attempt.key.flatMap({ fates[$0] }) {
            case .notDone: rest.attempts[scope] = nil
            case .done: isPaid = true
            case nil: break
            }
        }
        return (rest, isPaid)
    }

    /// Returns the snapshot with those attempts only whose outcome is still unknown.
    fileprivate func without(_ fates: [String: StateMachine.CallFate]) -> Snapshot {
        var rest = self
        rest.attempts = inDoubt.filter { $0.value.key.flatMap { fates[$0] } == nil }
        return rest
    }

    /// Returns the snapshot without calls that the bank can't be asked about, once the run can't be resumed either.
    fileprivate func forgettingUnkeyed(at now: Date) -> Snapshot {
        guard expires <= now else { return self }
        var rest = self
        for (scope, attempt) in inDoubt where attempt.key == nil { rest.attempts[scope] = nil }
        return rest
    }
}
