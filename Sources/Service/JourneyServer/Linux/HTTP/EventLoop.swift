import CSystem
import Glibc
import JourneyBase
import Synchronization

/// The thread of a server, as a Swift executor: tasks that prefer it run between two looks at the sockets, so that a
/// request that needs no waiting is answered without changing threads.
final class EventLoop: TaskExecutor {
    private struct Pending {
        var jobs: [UnownedJob] = []
        var works: [@Sendable () -> Void] = []
        var isRung = false
    }

    private let pending = Mutex(Pending())
    /// The thread that runs the loop; zero before there is one.
    private let owner = Atomic<UInt>(0)
    private let set: Int32
    private let bell: Int32
    // Touched by the loop's thread only.
    private nonisolated(unsafe) var hangups: [Int32: () -> Void] = [:]

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

    /// Calls `told`, on the loop's thread, when the peer of `socket` hangs up. For the loop's thread.
    func onHangup(of socket: Int32, _ told: @escaping () -> Void) {
        if csystem_epoll_add_hangup(set, socket) == 0 { hangups[socket] = told }
    }

    /// Undoes `onHangup`. For the loop's thread.
    func forgetHangup(of socket: Int32) {
        if hangups.removeValue(forKey: socket) != nil { csystem_epoll_remove(set, socket) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.withLock { $0.jobs.append(job) }
        // The loop drains before it waits, so its own thread need not wake itself.
        if !isOwn { ring() }
    }

    /// Runs `work` on the loop's thread: at once when the caller is on it, else with what is drained next.
    func perform(_ work: @escaping @Sendable () -> Void) {
        if isOwn { return work() }
        pending.withLock { $0.works.append(work) }
        ring()
    }

    /// Whether the caller is on the loop's thread.
    var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

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
        let (jobs, works) = pending.withLock { pending in
            defer {
                pending.jobs = []
                pending.works = []
            }
            return (pending.jobs, pending.works)
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        for work in works { work() }
        return !jobs.isEmpty || !works.isEmpty
    }

    /// Waits for an event, for `ring`, or for `milliseconds`. Whether anything happened in time.
    func wait(milliseconds: Int32) -> Bool {
        var happened: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &happened) { bytes in
            let descriptors = bytes.bindMemory(to: Int32.self)
            let count = Int(csystem_epoll_wait(set, milliseconds, descriptors.baseAddress, Int32(descriptors.count)))
            for descriptor in descriptors.prefix(count) {
                if descriptor == bell {
                    csystem_eventfd_clear(bell)
                    pending.withLock { $0.isRung = false }
                } else if let told = hangups[descriptor] {
                    forgetHangup(of: descriptor)
                    told()
                }
            }
            return count > 0
        }
    }
}
