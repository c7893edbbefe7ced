import JourneyBase
import Synchronization

/// Repeats work until it is stopped, with a pause after each round. Several pieces of work have a loop each: one that is slow
/// holds up no other.
public final class PeriodicWorker: Sendable {
    typealias Work = @Sendable () async -> Void

    private let pause: Duration
    private let clock: any Clock<Duration>
    private let work: [Work]
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(every pause: Duration, _ clock: any Clock<Duration>, _ work: [Work]) {
        self.pause = pause
        self.clock = clock
        self.work = work
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Begins the first round, and repeats it.
    public func start() {
        let loops = work.map { [clock, pause] work in
            { @Sendable in
                repeat { await work() } while (try? await clock.sleep(for: pause)) != nil
            }
        }
        task.withLock { task in
            task?.cancel()
            task = Task { await PeriodicWorker.run(loops) }
        }
    }

    /// Ends the rounds, and waits for what is under way.
    public func stop() async {
        let ended = task.withLock { task in
            defer { task = nil }
            return task
        }
        ended?.cancel()
        await ended?.value
    }

    /// Does one round.
    func round() async { await PeriodicWorker.run(work) }

    private static func run(_ work: [Work]) async {
        await withTaskGroup(of: Void.self) { group in
            for one in work { group.addTask { await one() } }
        }
    }
}
