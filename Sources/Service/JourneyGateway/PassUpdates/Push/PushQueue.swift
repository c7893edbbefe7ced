import Foundation
import JourneyBase
import Synchronization

/// The pushes of one pass type, from the outbox to the push service.
final class PushQueue: Sendable {
    /// For how long pushes are taken before they are sent: longer than the slowest answer. A gateway that dies has them sent
    /// again after it.
    static let lease: Int64 = 15_000

    let type: String
    private let client: PushClient
    private let store: PassUpdateStore
    private let dependencies: Dependencies
    private let elapsed: @Sendable () -> Duration
    private let pacing = Mutex(PushPacing())

    init(
        _ type: String, to service: Origin, over transport: any HTTPTransport, store: PassUpdateStore,
        dependencies: Dependencies
    ) {
        self.type = type
        client = PushClient(service: service, type: type, transport: transport, now: dependencies.now)
        self.store = store
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
    }

    /// How long the service is left alone from now on.
    var wait: Duration { pacing.withLock { $0.wait(at: elapsed()) } }

    /// Sends what is due, as far as the service takes it. Throws what the database throws, and `CancellationError`: what was
    /// taken and is not settled comes again.
    func run() async throws {
        while true {
            let room = pacing.withLock { $0.room(at: elapsed()) }
            guard room > 0 else { return }
            let now = milliseconds
            let pushes = try await store.take(type, most: room, now: now, until: now + PushQueue.lease)
            guard !pushes.isEmpty else { return }
            let verdicts = try await send(pushes)
            note(verdicts.map(\.verdict))
            let held = milliseconds + Int64(wait / .milliseconds(1))
            try await store.settle(
                verdicts.map { ($0.push, fate(of: $0.push, $0.verdict, heldUntil: held)) }, now: milliseconds)
        }
    }

    private var milliseconds: Int64 { PassStore.moment(dependencies.now()) }

    /// All at once: the network has them share a connection.
    private func send(
        _ pushes: [PassUpdateStore.Push]
    ) async throws -> [(push: PassUpdateStore.Push, verdict: PushVerdict)] {
        try await withThrowingTaskGroup(of: (PassUpdateStore.Push, PushVerdict).self) { group in
            for push in pushes { group.addTask { [client] in (push, try await client.push(to: push.pushToken)) } }
            return try await group.reduce(into: []) { $0.append(($1.0, $1.1)) }
        }
    }

    private func fate(
        of push: PassUpdateStore.Push, _ verdict: PushVerdict, heldUntil held: Int64
    ) -> PassUpdateStore.Fate {
        switch verdict {
        case .taken, .refused: return .over
        case .gone(let since): return .gone(since: since, again: later(push, asked: nil))
        case .later(let asked): return .again(at: later(push, asked: asked))
        // The push has done nothing wrong; how long it waits is the service's matter, and its age ends it.
        case .down, .shutOut: return .again(at: held, isTried: false)
        }
    }

    /// When one device is tried again: after half a minute, doubled up to an hour, or as the service has asked.
    private func later(_ push: PassUpdateStore.Push, asked: Duration?) -> Int64 {
        let own = Duration.seconds(min(3_600, 30 << min(push.attempts - 1, 7)))
        return milliseconds + Int64(max(own, asked ?? .zero) / .milliseconds(1))
    }

    /// Sends what waits, and logs where the outbox cannot be read.
    private func look() async {
        do { try await run() } catch is CancellationError {} catch {
            dependencies.log.record(.warning, "The outbox of pushes cannot be read at the moment", [.operation: type])
        }
    }

    /// The worker that runs these lanes, with a pause of two seconds.
    static func worker(_ lanes: [PushQueue], _ dependencies: Dependencies) -> PeriodicWorker {
        PeriodicWorker(every: .seconds(2), dependencies.clock, lanes.map { lane in { await lane.look() } })
    }

    private func note(_ verdicts: [PushVerdict]) {
        let failures = verdicts.filter { !$0.isAnswer }
        let jitter = Double(dependencies.random(1).first ?? 0) / 255
        pacing.withLock { pacing in
            // One that was answered is not enough where others met a service that asks for rest.
            guard !failures.isEmpty else { return pacing.succeed() }
            let asked = failures.compactMap { if case .down(let asked) = $0 { asked } else { nil } }.max()
            pacing.fail(at: elapsed(), asked: asked, jitter: jitter)
        }
        for (name, list) in Dictionary(grouping: verdicts, by: \.name).sorted(by: { $0.key < $1.key }) {
            let fields: [Log.Field: String] = [.operation: type, .code: name, .count: String(list.count)]
            switch list[0] {
            case .taken: dependencies.log.record(.info, "The push service has taken pushes", fields)
            case .gone:
                dependencies.log.record(.info, "The push service does not know devices' tokens any more", fields)
            case .later: dependencies.log.record(.info, "Devices are pushed again later", fields)
            case .down: dependencies.log.record(.warning, "The push service does not take pushes at the moment", fields)
            case .shutOut:
                dependencies.log.record(
                    .error, "The push service does not let the gateway in: look at certificate, topic and address",
                    fields)
            case .refused: dependencies.log.record(.error, "The push service refuses pushes for good", fields)
            }
        }
    }
}
