import JourneyBase
import Synchronization

/// A worker that repeats work until it is stopped, with a pause after each round. Each piece of work has its own loop, so a slow
/// one doesn't delay the others.
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

    /// Starts the first round immediately and repeats it.
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

    /// Cancels the rounds and waits for work in progress.
    public func stop() async {
        let ended = task.withLock { task in
            defer { task = nil }
            return task
        }
        ended?.cancel()
        await ended?.value
    }

    /// Runs a single round.
    func round() async { await PeriodicWorker.run(work) }

    private static func run(_ work: [Work]) async {
        await withTaskGroup(of: Void.self) { group in
            for one in work { group.addTask { await one() } }
        }
    }
}
