import CSystem
import Glibc
import JourneyBase
import Synchronization

/// The receiver of an event loop's events for one descriptor.
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

    /// A descriptor's source. The generation tells it from earlier ones of the same number, whose events may still be queued.
    private struct Registration {
        var source: (any EventSource)?
        var generation: UInt32 = 0
    }

    /// The state that only the loop's thread touches.
    private struct LoopState {
        var watches: [Registration] = []
        var jobs: [UnownedJob] = []
        /// Memory for the jobs that come while others run.
        var spareJobs: [UnownedJob] = []
        var events = [csystem_readiness](repeating: csystem_readiness(), count: 64)
    }

    private let pending = Mutex(Pending())
    private let own = ThreadConfined(LoopState())
    private let set: Int32
    private let bell: Int32

    init() throws(JourneyError) {
        set = csystem_epoll()
        bell = csystem_eventfd()
        guard set >= 0, bell >= 0, csystem_epoll_add_edge(set, bell, EventLoop.bellToken) == 0 else {
            throw JourneyError(.serverError, "epoll_create1 or eventfd failed: \(String(cString: strerror(errno))).")
        }
    }

    deinit {
        csystem_close(bell)
        csystem_close(set)
    }

    private static let bellToken = UInt64.max

    // MARK: Descriptors, for the loop's thread

    /// Reports every change of `descriptor` to `source`, until `forget`; for a listening descriptor, as long as connections wait.
    ///
    /// - Returns: `true` if the system accepts it.
    func watch(_ descriptor: Int32, isListener: Bool = false, _ source: any EventSource) -> Bool {
        own.withValue { own in
            let index = Int(descriptor)
            while own.watches.count <= index { own.watches.append(Registration()) }
            own.watches[index].generation &+= 1
            own.watches[index].source = source
            let token = UInt64(own.watches[index].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
            let status =
                isListener
                ? csystem_epoll_add_listener(set, descriptor, token) : csystem_epoll_add_edge(set, descriptor, token)
            if status != 0 { own.watches[index].source = nil }
            return status == 0
        }
    }

    /// Undoes `watch`. Events that have been found already are dropped.
    func forget(_ descriptor: Int32) {
        own.withValue { own in
            let index = Int(descriptor)
            guard own.watches.indices.contains(index), own.watches[index].source != nil else { return }
            own.watches[index].source = nil
            csystem_epoll_remove(set, descriptor)
        }
    }

    // MARK: Work

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The loop drains before it waits, so its own thread need not wake itself.
        if isOwn { return own.withValue { $0.jobs.append(job) } }
        pending.withLock { $0.jobs.append(job) }
        ring()
    }

    /// Runs `work` on the loop's thread: at once when the caller is on it, else with what is drained next.
    func perform(_ work: @escaping @Sendable () -> Void) {
        if isOwn { return work() }
        pending.withLock { $0.works.append(work) }
        ring()
    }

    /// `true` if jobs of the loop's own thread wait. Those of other threads have rung, so that `wait` returns.
    var hasOwnJobs: Bool { own.withValue { !$0.jobs.isEmpty } }

    /// `true` if the caller is on the loop's thread.
    var isOwn: Bool { own.isOwn }

    /// Makes the calling thread the loop's own.
    func adopt() { own.adopt() }

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
        var ownJobs: [UnownedJob] = []
        own.withValue { own in
            guard !own.jobs.isEmpty else { return }
            swap(&ownJobs, &own.jobs)
            swap(&own.jobs, &own.spareJobs)
        }
        let hasOwn = !ownJobs.isEmpty
        if hasOwn {
            for job in ownJobs { job.runSynchronously(on: executor) }
            ownJobs.removeAll(keepingCapacity: true)
            own.withValue { $0.spareJobs = ownJobs }
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
        own.withValue { Int(csystem_epoll_wait(set, milliseconds, &$0.events, Int32($0.events.count))) }
    }

    /// Tells the sources of the `count` events that `wait` has found.
    func dispatch(_ count: Int) {
        for index in 0..<count {
            let (event, source) = own.withValue { own in
                let event = own.events[index]
                let descriptor = Int(UInt32(truncatingIfNeeded: event.token))
                guard own.watches.indices.contains(descriptor) else { return (event, nil as (any EventSource)?) }
                let watch = own.watches[descriptor]
                return (event, watch.generation == UInt32(truncatingIfNeeded: event.token >> 32) ? watch.source : nil)
            }
            if event.token == EventLoop.bellToken {
                csystem_eventfd_clear(bell)
                pending.withLock { $0.isRung = false }
                continue
            }
            source?.happened(event)
        }
    }
}
