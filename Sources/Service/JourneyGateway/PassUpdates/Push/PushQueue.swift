import Foundation
import JourneyBase
import Synchronization

/// Sends the pushes of one pass type from the outbox to the push service.
final class PushQueue: Sendable {
    /// The time for which pushes are claimed before they are sent, in milliseconds: longer than the slowest answer. After a
    /// crash, they are sent again once it is over.
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

    /// The remaining pause before the service is called again.
    var wait: Duration { pacing.withLock { $0.wait(at: elapsed()) } }

    /// Sends due pushes as far as the service accepts them. Throws the database's errors and `CancellationError`; pushes claimed
    /// but not finished are sent again.
    func run() async throws {
        while true {
            let room = pacing.withLock { $0.room(at: elapsed()) }
            guard room > 0 else { return }
            let now = milliseconds
            let pushes = try await store.take(type, most: room, now: now, until: now + PushQueue.lease)
            guard !pushes.isEmpty else { return }
            let verdicts = try await send(pushes)
            record(verdicts.map(\.verdict))
            let held = milliseconds + Int64(wait / .milliseconds(1))
            try await store.settle(
                verdicts.map { ($0.push, fate(of: $0.push, $0.verdict, heldUntil: held)) }, now: milliseconds)
        }
    }

    private var milliseconds: Int64 { PassStore.moment(dependencies.now()) }

    /// Sends all pushes concurrently; the transport multiplexes them over one connection.
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
        // The push isn't at fault: it waits for the service, until it expires.
        case .down, .shutOut: return .again(at: held, isTried: false)
        }
    }

    /// The time of the next attempt for one device: after 30 seconds, doubled up to an hour, or longer if the service asks for
    /// it.
    private func later(_ push: PassUpdateStore.Push, asked: Duration?) -> Int64 {
        let own = Duration.seconds(min(3_600, 30 << min(push.attempts - 1, 7)))
        return milliseconds + Int64(max(own, asked ?? .zero) / .milliseconds(1))
    }

    /// Sends due pushes, and logs if the outbox can't be read.
    private func sendAndLog() async {
        do { try await run() } catch is CancellationError {} catch {
            dependencies.log.record(
                .warning, "The push outbox could not be read; the next attempt follows", [.operation: type])
        }
    }

    /// Creates the worker that runs these queues every two seconds.
    static func worker(_ queues: [PushQueue], _ dependencies: Dependencies) -> PeriodicWorker {
        PeriodicWorker(every: .seconds(2), dependencies.clock, queues.map { queue in { await queue.sendAndLog() } })
    }

    private func record(_ verdicts: [PushVerdict]) {
        let failures = verdicts.filter { !$0.isAnswer }
        let jitter = Double(dependencies.random(1).first ?? 0) / 255
        pacing.withLock { pacing in
            // A single answer is not enough if other pushes failed.
            guard !failures.isEmpty else { return pacing.succeed() }
            let asked = failures.compactMap { if case .down(let asked) = $0 { asked } else { nil } }.max()
            pacing.fail(at: elapsed(), asked: asked, jitter: jitter)
        }
        for (name, list) in Dictionary(grouping: verdicts, by: \.name).sorted(by: { $0.key < $1.key }) {
            let fields: [Log.Field: String] = [.operation: type, .code: name, .count: String(list.count)]
            switch list[0] {
            case .taken: dependencies.log.record(.info, "The push service accepted pushes", fields)
            case .gone:
                dependencies.log.record(.info, "The push service reported device tokens as no longer valid", fields)
            case .later:
                dependencies.log.record(.info, "Pushes to devices are postponed at the push service's request", fields)
            case .down:
                dependencies.log.record(
                    .warning, "The push service does not accept pushes at the moment; they are tried again", fields)
            case .shutOut:
                dependencies.log.record(
                    .error, "The push service rejects the gateway: check certificate, topic and address",
                    fields)
            case .refused: dependencies.log.record(.error, "The push service rejected pushes permanently", fields)
            }
        }
    }
}
