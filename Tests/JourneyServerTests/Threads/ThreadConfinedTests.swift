import Synchronization
import Testing

@testable import JourneyServer

@Suite("Thread-confined value")
struct ThreadConfinedTests {
    /// Runs `body` on a new thread and waits for its end. Returns `false` if the thread cannot be created.
    private static func onThread(_ body: @escaping @Sendable () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let isStarted = startThread {
                body()
                continuation.resume(returning: true)
            }
            if !isStarted { continuation.resume(returning: false) }
        }
    }

    @Test("the creator can access the value before a thread adopts it")
    func unowned() {
        let value = ThreadConfined([1])
        value.withValue { $0.append(2) }
        #expect(value.withValue { $0 } == [1, 2])
        #expect(!value.isOwn)
    }

    @Test("the adopting thread can read and change the value, and no other thread owns it")
    func own() async {
        let value = ThreadConfined(1)
        let seen = Mutex<[Bool]>([])
        let isStarted = await ThreadConfinedTests.onThread {
            value.adopt()
            value.withValue { $0 += 1 }
            seen.withLock { $0 = [value.isOwn, value.withValue { $0 } == 2] }
        }
        #expect(isStarted)
        #expect(seen.withLock { $0 } == [true, true])
    }

    @Test("the last adopting thread owns the value")
    func adoptedAgain() async {
        let value = ThreadConfined(1)
        #expect(await ThreadConfinedTests.onThread { value.adopt() })
        let seen = Mutex(0)
        let isStarted = await ThreadConfinedTests.onThread {
            value.adopt()
            seen.withLock { $0 = value.withValue { $0 } }
        }
        #expect(isStarted && seen.withLock { $0 } == 1)
    }

    @Test("access by a foreign thread ends the program")
    func foreign() async {
        await #expect(processExitsWith: .failure) {
            let value = ThreadConfined(1)
            value.adopt()
            // This thread waits, so that no other has its number.
            let isOver = Mutex(false)
            guard
                startThread({
                    value.withValue { $0 += 1 }
                    isOver.withLock { $0 = true }
                })
            else { return }
            while !isOver.withLock({ $0 }) {}
        }
    }
}
