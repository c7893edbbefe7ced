import Dispatch
import JourneyBase
import Synchronization

/// One thread of the system's, as a Swift executor, for work that blocks: files, locks, `fsync`.
final class WorkerThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isAsleep = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    /// The thread itself; zero before there is one.
    private let owner = Atomic<UInt>(0)

    /// `true` if the caller runs on it.
    var isCurrent: Bool { owner.load(ordering: .relaxed) == currentThread() }

    /// Starts the thread.
    ///
    /// - Throws: `unavailable` when the system has no threads left.
    init() throws(DatabaseError) {
        guard startThread({ self.run() }) else {
            throw DatabaseError(
                .unavailable, "the database's thread could not be started: the process has reached its limit")
        }
    }

    /// Ends the thread when it has done what it was given.
    func end() {
        let isAsleep = state.withLock { state in
            state.isOver = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { bell.signal() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAsleep = state.withLock { state in
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { bell.signal() }
    }

    private func run() {
        owner.store(currentThread(), ordering: .relaxed)
        while true {
            let (jobs, isOver) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                state.isAsleep = state.jobs.isEmpty && !state.isOver
                return (state.jobs, state.isOver)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if jobs.isEmpty {
                if isOver { return }
                bell.wait()
            }
        }
    }
}
