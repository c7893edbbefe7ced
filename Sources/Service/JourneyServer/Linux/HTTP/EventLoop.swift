import CSystem
import Glibc
import JourneyBase
import Synchronization

/// The thread of a server, as a Swift executor: tasks that prefer it run between two looks at the sockets, so that a
/// request that needs no waiting is answered without changing threads.
final class EventLoop: TaskExecutor {
    private struct Pending {
        var jobs: [UnownedJob] = []
        var isRung = false
    }

    private let pending = Mutex(Pending())
    /// The thread that runs the loop; zero before there is one.
    private let owner = Atomic<UInt>(0)
    private let set: Int32
    private let bell: Int32

    init() throws(JourneyError) {
        set = csystem_epoll()
        bell = csystem_eventfd()
        guard set >= 0, bell >= 0, csystem_epoll_add(set, bell) == 0 else {
            throw JourneyError(.serverError, "The system gives no event descriptors.")
        }
    }

    deinit {
        csystem_close(bell)
        csystem_close(set)
    }

    /// Wakes the thread when `descriptor` can be read.
    func watch(_ descriptor: Int32) -> Bool { csystem_epoll_add(set, descriptor) == 0 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.withLock { $0.jobs.append(job) }
        // The loop drains before it waits, so its own thread need not wake itself.
        if owner.load(ordering: .relaxed) != UInt(pthread_self()) { ring() }
    }

    /// Makes the calling thread the loop's own.
    func adopt() { owner.store(UInt(pthread_self()), ordering: .relaxed) }

    /// Makes `wait` return.
    func ring() {
        let isFirst = pending.withLock { pending in
            defer { pending.isRung = true }
            return !pending.isRung
        }
        if isFirst { csystem_eventfd_ring(bell) }
    }

    /// Runs what was enqueued before the call, on the calling thread, which is the loop's own. Whether there was any.
    func drain() -> Bool {
        let jobs = pending.withLock { pending in
            defer { pending.jobs = [] }
            return pending.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        return !jobs.isEmpty
    }

    /// Waits for input, for `ring`, or for `milliseconds`.
    func wait(milliseconds: Int32) {
        csystem_epoll_wait(set, milliseconds)
        csystem_eventfd_clear(bell)
        pending.withLock { $0.isRung = false }
    }
}
