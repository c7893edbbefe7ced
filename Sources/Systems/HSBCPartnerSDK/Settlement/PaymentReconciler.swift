internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// What earlier runs of a journey left of payments. Before another run pays, the bank is asked what became of those in
/// doubt: that needs neither the manifest nor the step that the run was left in.
struct PaymentReconciler: Sendable {
    private let snapshots: SnapshotStore
    private let gateway: GatewayClient
    private let person: Subject
    private let now: Date

    /// For a run of `person`'s, which `gateway` asks for.
    init(_ host: JourneyHost, _ config: HSBCInitConfig, _ gateway: GatewayClient, _ person: Subject) {
        snapshots = SnapshotStore(store: host.store, environment: config.environment)
        self.gateway = gateway
        self.person = person
        now = host.dependencies.now()
    }

    /// Settles what runs of `journey` but `current` left, and tells `events` of what is not over with that: of what nobody
    /// hears of any more otherwise before it is forgotten, and whatever the store does.
    func settle(of journey: Journey, except current: String, _ events: EventBus) async {
        // A store that fails here fails again where a payment needs it.
        let left = ((try? await snapshots.tidy(now: now, except: current)) ?? []).filter {
            // Of somebody else's payment nobody is told.
            $0.snapshot.journey == journey.id && $0.snapshot.holdsPayment
                && $0.snapshot.person.isOffered(to: person.subject)
        }
        let fates = await ask(left.map(\.snapshot), journey.id)
        var (isUnfinished, isPaid) = (false, false)
        for (run, snapshot) in left {
            let (rest, isDone) = snapshot.settled(fates)
            // Who takes it up is told by the run itself.
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
            // Without a payment, what cannot be taken up is of no use. What cannot be written is told of again another day.
            if kept != snapshot { try? await keep(kept.holdsPayment || isResumable ? kept : nil, of: run) }
        }
        if isUnfinished { events.send(PaymentReconciler.unfinished) }
    }

    private static let unfinished = JourneyEvent.error(
        code: "RUN_UNFINISHED",
        message: "An earlier run of this journey has paid, or may have, and did not come to its end.", step: nil)
    private static let paid = JourneyEvent.error(
        code: "RUN_PAID", message: "An earlier run of this journey, which cannot be taken up any more, has paid.",
        step: nil)

    /// Settles what `left` holds, and gives what is left of it: what was paid, and what nobody knows of.
    func settle(_ left: SuspendedRun) async -> SuspendedRun {
        let fates = await ask([left.snapshot], left.snapshot.journey)
        let (rest, _) = left.snapshot.settled(fates)
        if rest != left.snapshot { try? await keep(rest.isOfUse(at: now) ? rest : nil, of: left.run) }
        return SuspendedRun(run: left.run, snapshot: rest)
    }

    private func keep(_ snapshot: Snapshot?, of run: String) async throws {
        if let snapshot { try await snapshots.save(snapshot, of: run) } else { try await snapshots.remove(run) }
    }

    /// The bank's word, by key. Each run is asked about as whom its calls were made: as another, the bank knows nothing of
    /// them, and what it said would be about somebody else.
    private func ask(_ left: [Snapshot], _ journey: JourneyID) async -> [String: StateMachine.CallFate] {
        var fates: [String: StateMachine.CallFate] = [:]
        for identity in Set(left.map(\.person.identity)) {
            let keys = left.filter { $0.person.identity == identity && $0.person.isKnown(to: person) }
                .flatMap { $0.inDoubt.values.compactMap(\.key) }
            guard !keys.isEmpty else { continue }
            fates.merge(await gateway.settle(keys.sorted(), of: journey, isSignedIn: identity != nil)) { $1 }
        }
        return fates
    }
}

extension Snapshot {
    /// This without the attempts that the bank will never do, and whether it has done one of the others.
    fileprivate func settled(_ fates: [String: StateMachine.CallFate]) -> (rest: Snapshot, isPaid: Bool) {
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

    /// This with those attempts only that nobody has heard of, the bank's word included.
    fileprivate func without(_ fates: [String: StateMachine.CallFate]) -> Snapshot {
        var rest = self
        rest.attempts = inDoubt.filter { $0.value.key.flatMap { fates[$0] } == nil }
        return rest
    }

    /// This without the calls that the bank can't be asked about, once nobody can go on with the run either.
    fileprivate func forgettingUnkeyed(at now: Date) -> Snapshot {
        guard expires <= now else { return self }
        var rest = self
        for (scope, attempt) in inDoubt where attempt.key == nil { rest.attempts[scope] = nil }
        return rest
    }
}
