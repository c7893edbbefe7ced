import Synchronization
import Testing

@testable import JourneyServer

@Suite("A value of one thread")
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

    @Test("whoever has made the value reaches it before a thread is named")
    func unowned() {
        let value = ThreadConfined([1])
        value.withValue { $0.append(2) }
        #expect(value.withValue { $0 } == [1, 2])
        #expect(!value.isOwn)
    }

    @Test("the thread that has adopted the value reads and changes it, and no other is its own")
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

    @Test("the last thread that has adopted the value has it")
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

    @Test("a foreign thread that touches the value ends the program")
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
