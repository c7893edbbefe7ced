import CSystem
import Glibc
import JourneyBase
import Synchronization

/// One thread that waits for sockets and is the executor of transactions: an answer of the server is read, and the next
/// statement sent, without changing threads.
final class SocketLoop: TaskExecutor {
    /// The outcomes of a wait.
    enum Readiness { case ready, expired, abandoned }

    private struct Waiter {
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Readiness, Never>
    }

    private struct Waiting {
        var byDescriptor: [Int32: Waiter] = [:]
        /// `true` if the timer is set.
        var isTicking = false
    }

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var isRung = false
        var isOver = false
    }

    private let inbox = Mutex(Inbox())
    private let waiting = Mutex(Waiting())
    /// The thread that runs the loop; zero before there is one.
    private let owner = Atomic<UInt>(0)
    private let set: Int32
    private let bell: Int32
    private let timer: Int32
    /// The precision of deadlines, in nanoseconds.
    private static let tick: Int64 = 100_000_000

    /// Starts the thread.
    ///
    /// - Throws: `unavailable` when the system has no descriptors or threads left.
    init() throws(DatabaseError) {
        set = csystem_epoll()
        bell = csystem_eventfd()
        timer = csystem_timerfd()
        guard set >= 0, bell >= 0, timer >= 0, csystem_epoll_add(set, bell) == 0, csystem_epoll_add(set, timer) == 0
        else {
            throw DatabaseError(
                .unavailable, "epoll_create1, eventfd or timerfd_create failed: \(String(cString: strerror(errno)))")
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<SocketLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            throw DatabaseError(.unavailable, "pthread_create failed: \(String(cString: strerror(status)))")
        }
        pthread_detach(thread)
    }

    deinit { for descriptor in [set, bell, timer] where descriptor >= 0 { csystem_close(descriptor) } }

    /// Ends the thread when it has done what it was given.
    func end() {
        inbox.withLock { $0.isOver = true }
        ring()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        inbox.withLock { $0.jobs.append(job) }
        // The loop drains before it waits, so its own thread need not wake itself.
        if owner.load(ordering: .relaxed) != UInt(pthread_self()) { ring() }
    }

    /// Waits until the socket can be read, or with `writing` also until it can be written to. One waits for a socket at a
    /// time, on any thread. A task that is cancelled does not begin to wait, where that is allowed.
    func wait(
        for descriptor: Int32, writing: Bool, until deadline: ContinuousClock.Instant, isCancellable: Bool
    ) async -> Readiness {
        await withCheckedContinuation { continuation in
            let isWaiting = waiting.withLock { waiting in
                // A cancellation marks the task first and calls `abandon` then: one of the two is seen.
                if isCancellable, Task.isCancelled { return false }
                waiting.byDescriptor[descriptor] = Waiter(deadline: deadline, continuation: continuation)
                // Under the lock, so that the loop finds who waits.
                _ = csystem_epoll_once(set, descriptor, writing ? 1 : 0)
                if !waiting.isTicking {
                    waiting.isTicking = true
                    csystem_timerfd_set(timer, SocketLoop.tick)
                }
                return true
            }
            if !isWaiting { continuation.resume(returning: .abandoned) }
        }
    }

    /// Ends a wait early, if there is one.
    func abandon(_ descriptor: Int32) { resume(descriptor, .abandoned) }

    private func resume(_ descriptor: Int32, _ readiness: Readiness) {
        waiting.withLock { $0.byDescriptor.removeValue(forKey: descriptor) }?.continuation.resume(returning: readiness)
    }

    private func ring() {
        let isFirst = inbox.withLock { inbox in
            defer { inbox.isRung = true }
            return !inbox.isRung
        }
        if isFirst { csystem_eventfd_ring(bell) }
    }

    private func run() {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        var events = [csystem_event](repeating: csystem_event(), count: 16)
        while true {
            let (jobs, isOver) = inbox.withLock { inbox in
                defer { inbox.jobs.removeAll(keepingCapacity: true) }
                return (inbox.jobs, inbox.isOver)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if !jobs.isEmpty { continue }
            if isOver { return }
            let count = csystem_epoll_next(set, &events, 16)
            for event in events.prefix(Int(count)) { take(event) }
        }
    }

    private func take(_ event: csystem_event) {
        switch event.descriptor {
        case bell:
            csystem_eventfd_clear(bell)
            inbox.withLock { $0.isRung = false }
        case timer: expire()
        default: resume(event.descriptor, .ready)
        }
    }

    private func expire() {
        csystem_eventfd_clear(timer)
        let now = ContinuousClock.now
        let late = waiting.withLock { waiting in
            let late = waiting.byDescriptor.filter { $0.value.deadline < now }.map(\.key)
            waiting.isTicking = !waiting.byDescriptor.isEmpty
            if waiting.isTicking { csystem_timerfd_set(timer, SocketLoop.tick) }
            return late
        }
        for descriptor in late { resume(descriptor, .expired) }
    }
}
