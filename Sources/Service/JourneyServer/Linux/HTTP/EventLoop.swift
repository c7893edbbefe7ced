import CSystem
import Glibc
import JourneyBase
import Synchronization

/// What an event loop tells about a descriptor that it watches.
protocol EventSource: AnyObject {
    /// Called on the loop's thread whenever what the descriptor can do has changed.
    func happened(_ event: csystem_readiness)
}

/// The thread of a server, as a Swift executor: tasks that prefer it run between two looks at the sockets, so that a
/// request that needs no waiting is answered without changing threads.
final class EventLoop: TaskExecutor {
    private struct Pending {
        var jobs: [UnownedJob] = []
        var works: [@Sendable () -> Void] = []
        var isRung = false
    }

    /// A descriptor's source. The generation tells it from earlier ones of the same number, of which events may still be on
    /// their way.
    private struct Watch {
        var source: (any EventSource)?
        var generation: UInt32 = 0
    }

    private let pending = Mutex(Pending())
    /// The thread that runs the loop; zero before there is one.
    private let owner = Atomic<UInt>(0)
    private let set: Int32
    private let bell: Int32
    // Touched by the loop's thread only.
    private nonisolated(unsafe) var watches: [Watch] = []
    private nonisolated(unsafe) var ownJobs: [UnownedJob] = []
    private nonisolated(unsafe) var runningJobs: [UnownedJob] = []
    private nonisolated(unsafe) let events = UnsafeMutableBufferPointer<csystem_readiness>.allocate(capacity: 64)

    init() throws(JourneyError) {
        set = csystem_epoll()
        bell = csystem_eventfd()
        guard set >= 0, bell >= 0, csystem_epoll_add_edge(set, bell, EventLoop.bellToken) == 0 else {
            throw JourneyError(.serverError, "The system gives no event descriptors.")
        }
    }

    deinit {
        csystem_close(bell)
        csystem_close(set)
        events.deallocate()
    }

    private static let bellToken = UInt64.max

    // MARK: Descriptors, for the loop's thread

    /// Tells `source` of every change of `descriptor`, until `forget`; a listening one as long as somebody waits. Whether
    /// the system takes it.
    func watch(_ descriptor: Int32, isListener: Bool = false, _ source: any EventSource) -> Bool {
        let index = Int(descriptor)
        while watches.count <= index { watches.append(Watch()) }
        watches[index].generation &+= 1
        watches[index].source = source
        let token = UInt64(watches[index].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        let status =
            isListener
            ? csystem_epoll_add_listener(set, descriptor, token) : csystem_epoll_add_edge(set, descriptor, token)
        if status != 0 { watches[index].source = nil }
        return status == 0
    }

    /// Undoes `watch`. Events that have been found already are dropped.
    func forget(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard watches.indices.contains(index), watches[index].source != nil else { return }
        watches[index].source = nil
        csystem_epoll_remove(set, descriptor)
    }

    // MARK: Work

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The loop drains before it waits, so its own thread need not wake itself.
        if isOwn { return ownJobs.append(job) }
        pending.withLock { $0.jobs.append(job) }
        ring()
    }

    /// Runs `work` on the loop's thread: at once when the caller is on it, else with what is drained next.
    func perform(_ work: @escaping @Sendable () -> Void) {
        if isOwn { return work() }
        pending.withLock { $0.works.append(work) }
        ring()
    }

    /// Whether jobs of the loop's own thread wait. Those of other threads have rung, so that `wait` returns.
    var hasOwnJobs: Bool { !ownJobs.isEmpty }

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
        let executor = asUnownedTaskExecutor()
        let hasOwn = !ownJobs.isEmpty
        if hasOwn {
            swap(&ownJobs, &runningJobs)
            for job in runningJobs { job.runSynchronously(on: executor) }
            runningJobs.removeAll(keepingCapacity: true)
        }
        let (jobs, works) = pending.withLock { pending in
            let found = (pending.jobs, pending.works)
            if !found.0.isEmpty { pending.jobs = [] }
            if !found.1.isEmpty { pending.works = [] }
            return found
        }
        for job in jobs { job.runSynchronously(on: executor) }
        for work in works { work() }
        return hasOwn || !jobs.isEmpty || !works.isEmpty
    }

    /// Waits for events, for `ring`, or for `milliseconds` (-1: without end). Returns how many events there are for `dispatch`.
    func wait(milliseconds: Int32) -> Int {
        Int(csystem_epoll_wait(set, milliseconds, events.baseAddress, 64))
    }

    /// Tells the sources of the `count` events that `wait` has found.
    func dispatch(_ count: Int) {
        for index in 0..<count {
            let event = events[index]
            if event.token == EventLoop.bellToken {
                csystem_eventfd_clear(bell)
                pending.withLock { $0.isRung = false }
                continue
            }
            let watch = watches[Int(UInt32(truncatingIfNeeded: event.token))]
            if watch.generation == UInt32(truncatingIfNeeded: event.token >> 32) { watch.source?.happened(event) }
        }
    }
}
