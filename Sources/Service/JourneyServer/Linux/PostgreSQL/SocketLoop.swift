import CSystem
import Glibc
import JourneyBase
import Synchronization

/// One thread that waits for sockets and is the executor of those who use them: an answer of the server is read, and the
/// next statement sent, without changing threads.
final class SocketLoop: TaskExecutor {
    /// What ended a wait.
    enum Readiness { case ready, expired, abandoned }

    /// A socket's user: told when something comes that nobody waits for, which on an idle connection is its end.
    final class Line: Sendable {
        private let flag = Atomic(false)
        var isBroken: Bool { flag.load(ordering: .acquiring) }
        func markBroken() { flag.store(true, ordering: .releasing) }
    }

    private struct Watch {
        let line: Line
        var isArmed = true
        var wantsToWrite = false
        var deadline = ContinuousClock.now
        var continuation: CheckedContinuation<Readiness, Never>?
    }

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var isRung = false
        var isOver = false
    }

    private let inbox = Mutex(Inbox())
    /// The thread that runs the loop; zero before there is one.
    private let owner = Atomic<UInt>(0)
    private let set: Int32
    private let bell: Int32
    private let timer: Int32
    // Touched on the loop's thread only.
    nonisolated(unsafe) private var watches: [Int32: Watch] = [:]
    // Touched on the loop's thread only.
    nonisolated(unsafe) private var isTicking = false
    /// How exactly deadlines are kept.
    private static let tick: Int64 = 100_000_000

    /// Throws `unavailable` when the system gives no descriptors or no thread.
    init() throws(DatabaseError) {
        set = csystem_epoll()
        bell = csystem_eventfd()
        timer = csystem_timerfd()
        guard set >= 0, bell >= 0, timer >= 0, csystem_epoll_add(set, bell) == 0, csystem_epoll_add(set, timer) == 0
        else { throw DatabaseError(.unavailable, "the system gives no event descriptors") }
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
            throw DatabaseError(.unavailable, "the system gives no thread")
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

    /// Watches a socket from now on. On the loop's thread, as what follows.
    func watch(_ descriptor: Int32, for line: Line) -> Bool {
        watches[descriptor] = Watch(line: line)
        return csystem_epoll_watch(set, descriptor, 1, 0) == 0
    }

    /// Waits until the socket can be read, or with `writing` also until it can be written to.
    func wait(for descriptor: Int32, writing: Bool, until deadline: ContinuousClock.Instant) async -> Readiness {
        await withCheckedContinuation { continuation in
            guard watches[descriptor] != nil else { return continuation.resume(returning: .abandoned) }
            watches[descriptor]?.continuation = continuation
            watches[descriptor]?.deadline = deadline
            if watches[descriptor]?.wantsToWrite != writing || watches[descriptor]?.isArmed == false {
                watches[descriptor]?.wantsToWrite = writing
                watches[descriptor]?.isArmed = true
                _ = csystem_epoll_watch(set, descriptor, 1, writing ? 1 : 0)
            }
            if !isTicking {
                isTicking = true
                csystem_timerfd_set(timer, SocketLoop.tick)
            }
        }
    }

    /// Ends a wait early.
    func abandon(_ descriptor: Int32) { resume(descriptor, .abandoned) }

    private func resume(_ descriptor: Int32, _ readiness: Readiness) {
        guard let continuation = watches[descriptor]?.continuation else { return }
        watches[descriptor]?.continuation = nil
        continuation.resume(returning: readiness)
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
        default:
            if watches[event.descriptor]?.continuation != nil {
                resume(event.descriptor, .ready)
            } else {
                // Looked at again when somebody waits; until then it would only say the same.
                watches[event.descriptor]?.isArmed = false
                watches[event.descriptor]?.line.markBroken()
                _ = csystem_epoll_watch(set, event.descriptor, 0, 0)
            }
        }
    }

    private func expire() {
        csystem_eventfd_clear(timer)
        let now = ContinuousClock.now
        for (descriptor, watch) in watches where watch.continuation != nil && watch.deadline < now {
            resume(descriptor, .expired)
        }
        isTicking = watches.values.contains { $0.continuation != nil }
        if isTicking { csystem_timerfd_set(timer, SocketLoop.tick) }
    }
}
