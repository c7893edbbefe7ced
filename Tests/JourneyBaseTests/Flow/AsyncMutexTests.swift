import JourneyBase
import Synchronization
import Testing

@Suite("Async mutex")
struct AsyncMutexTests {
    private struct Fault: Error {}

    /// Counts the tasks that hold the mutex.
    private final class Gauge: Sendable {
        struct Counts {
            var inside = 0
            var most = 0
            var done = 0
        }

        let counts = Mutex(Counts())
        let order = Mutex<[Int]>([])

        func work(fails: Bool) async throws(Fault) {
            counts.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
            }
            for _ in 0..<8 { await Task.yield() }
            counts.withLock {
                $0.inside -= 1
                $0.done += 1
            }
            if fails { throw Fault() }
        }
    }

    @Test("concurrent work runs one at a time, and a failure releases the lock")
    func exclusive() async throws {
        let (mutex, gauge) = (AsyncMutex(), Gauge())
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<32 {
                group.addTask {
                    try? await mutex.withLock { () async throws(Fault) in
                        try await gauge.work(fails: index.isMultiple(of: 3))
                    }
                }
            }
        }
        #expect(gauge.counts.withLock { $0.most } == 1)
        #expect(gauge.counts.withLock { $0.done } == 32)
        #expect(mutex.tryLock(), "nobody holds it any more")
    }

    @Test("waiting tasks get the lock in order, and a held lock cannot be taken by tryLock")
    func order() async {
        let (mutex, gauge) = (AsyncMutex(), Gauge())
        #expect(mutex.tryLock())
        #expect(!mutex.tryLock())
        var tasks: [Task<Void, Never>] = []
        for index in 0..<5 {
            let task = Task.immediate {
                await mutex.lock()
                gauge.order.withLock { $0.append(index) }
                mutex.unlock()
            }
            tasks.append(task)
        }
        mutex.unlock()
        for task in tasks { await task.value }
        #expect(gauge.order.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("a task cancelled while waiting still gets the lock and finds itself cancelled")
    func cancelled() async {
        let mutex = AsyncMutex()
        await mutex.lock()
        let task = Task { await mutex.withLock { Task.isCancelled } }
        task.cancel()
        mutex.unlock()
        #expect(await task.value)
    }

    @Test("work for one key is exclusive, other keys run concurrently, and no key is retained")
    func keys() async throws {
        let mutexes = AsyncMutexes<String>()
        let (one, other) = (Gauge(), Gauge())
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<16 {
                group.addTask {
                    try? await mutexes.withLock(for: "one") { () async throws(Fault) in
                        try await one.work(fails: index.isMultiple(of: 3))
                    }
                }
                group.addTask {
                    try? await mutexes.withLock(for: "other") { () async throws(Fault) in
                        try await other.work(fails: false)
                    }
                }
            }
        }
        #expect(one.counts.withLock { $0.most } == 1)
        #expect(other.counts.withLock { $0.most } == 1)
        #expect(one.counts.withLock { $0.done } + other.counts.withLock { $0.done } == 32)
        #expect(mutexes.count == 0)
        let both = try await mutexes.withLock(for: "one") { () async throws(Fault) in
            await mutexes.withLock(for: "other") { mutexes.count }
        }
        #expect(both == 2)
    }
}
