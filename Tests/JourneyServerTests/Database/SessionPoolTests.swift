import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Database session pool")
struct SessionPoolTests {
    private final class Fake: DatabaseSession {
        let executor: any TaskExecutor
        var callExecutor: (any TaskExecutor)? { nil }
        let broken = Atomic(false)
        init(_ executor: any TaskExecutor) { self.executor = executor }
        var isUsable: Bool { !broken.load(ordering: .relaxed) }
        var dialect: SQLDialect { .sqlite }
        func begin(_ kind: TransactionKind) async throws {}
        func commit() async throws {}
        func rollback() async {}
        func run(_ statement: Statement, mayWrite: Bool) async throws -> Answer { Answer(rows: [], changes: 0) }
        func runHere(_ statement: Statement, mayWrite: Bool) throws -> Answer? { nil }
        func run(_ statements: [Statement], mayWrite: Bool) async throws -> [Answer] { [] }
        func script(_ sql: String) async throws {}
        func rewrite() async throws {}
        func cancel() {}
    }

    private struct Unreachable: Error {}

    private final class Served: Sendable {
        let order = Mutex<[Int]>([])
    }

    @Test("sessions are created on demand, reused, and replaced when broken")
    func reuse() async throws {
        let made = Mutex(0)
        let thread = try WorkerThread()
        defer { thread.end() }
        let pool = SessionPool(limit: 2, patience: .seconds(5), clock: ContinuousClock()) {
            made.withLock { $0 += 1 }
            return Fake(thread)
        }
        let first = try await pool.take()
        pool.give(first)
        let again = try await pool.take()
        #expect(again === first)
        let second = try await pool.take()
        #expect(second !== first)
        #expect(made.withLock { $0 } == 2)
        (second as? Fake)?.broken.store(true, ordering: .relaxed)
        pool.give(second)
        let third = try await pool.take()
        #expect(third !== second)
        pool.give(third)
        (third as? Fake)?.broken.store(true, ordering: .relaxed)
        #expect(try await pool.take() !== third)
        #expect(made.withLock { $0 } == 4)
    }

    @Test("waiting callers are served in order and fail when their time is up")
    func order() async throws {
        let (clock, thread) = (ManualClock(), try WorkerThread())
        defer { thread.end() }
        let pool = SessionPool(limit: 1, patience: .seconds(5), clock: clock) { Fake(thread) }
        let held = try await pool.take()
        let served = Served()
        var waiting: [Task<Void, any Error>] = []
        for index in 0..<3 {
            waiting.append(
                Task {
                    let session = try await pool.take()
                    served.order.withLock { $0.append(index) }
                    pool.give(session)
                })
            // The task's timer is set once it is in the queue.
            await clock.waitForNaps(index + 1)
        }
        clock.advance(by: .seconds(4))
        let late = Task { try await pool.take() }
        await clock.waitForNaps(4)
        pool.give(held)
        for task in waiting { try await task.value }
        #expect(served.order.withLock { $0 } == [0, 1, 2])
        let last = try await late.value
        let lost = Task { try await pool.take() }
        await clock.waitForNaps(5)
        clock.advance(by: .seconds(5))
        #expect(await kind { _ = try await lost.value } == .exhausted)
        pool.give(last)
        #expect(try await pool.take() === last)
    }

    @Test("a session that cannot be created passes its slot to the next caller")
    func failure() async throws {
        let tries = Mutex(0)
        let thread = try WorkerThread()
        defer { thread.end() }
        let gate = Gate()
        let pool = SessionPool(limit: 1, patience: .seconds(60), clock: ContinuousClock()) {
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            guard number > 1 else {
                await gate.wait()
                throw Unreachable()
            }
            return Fake(thread)
        }
        let first = Task { try await pool.take() }
        await gate.arrived()
        let second = Task { try await pool.take() }
        await gate.open()
        await #expect(throws: Unreachable.self) { try await first.value }
        _ = try await second.value
        #expect(tries.withLock { $0 } == 2)
    }

    @Test("a closed pool rejects waiting callers and keeps no session")
    func closed() async throws {
        let (clock, thread) = (ManualClock(), try WorkerThread())
        defer { thread.end() }
        let pool = SessionPool(limit: 1, patience: .seconds(5), clock: clock) { Fake(thread) }
        let held = try await pool.take()
        let waiter = Task { try await pool.take() }
        await clock.waitForNaps(1)
        pool.close()
        #expect(await kind { _ = try await waiter.value } == .closed)
        pool.give(held)
        #expect(await kind { _ = try await pool.take() } == .closed)
    }
}
