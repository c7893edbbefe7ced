import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import CashBaba

@Suite("Session timer")
struct SessionTimerTests {
    private func numbers() -> (log: EventRecorder, tick: @Sendable (Int) -> Void, expiry: @Sendable () -> Void) {
        let log = EventRecorder()
        return (log, { log.record("\($0)", [:]) }, { log.record("expired", [:]) })
    }

    @Test("the timer ticks each second down to zero and expires once")
    func ticks() async {
        let (log, tick, expiry) = numbers()
        let timer = SessionTimerManager(clock: ManualClock(hurried: true))
        timer.start(expiresIn: .milliseconds(3_400), onTick: tick, onExpiry: expiry)
        _ = await log.first { $0.name == "expired" }
        #expect(log.names == ["3", "2", "1", "0", "expired"])
        #expect(timer.remainingSeconds == 0)
    }

    @Test("restarting or stopping ends the previous timer silently")
    func restart() async {
        let (log, tick, expiry) = numbers()
        let clock = ManualClock()
        let timer = SessionTimerManager(clock: clock)
        timer.start(expiresIn: .seconds(60), onTick: tick, onExpiry: expiry)
        await clock.waitForNaps(1)
        #expect(timer.remainingSeconds == 60)
        timer.start(expiresIn: .seconds(2), onTick: tick, onExpiry: expiry)
        await clock.waitForNaps(2)
        clock.advance(by: .seconds(1))
        await clock.waitForNaps(3)
        #expect(timer.remainingSeconds == 1)
        clock.advance(by: .seconds(100))
        _ = await log.first { $0.name == "expired" }
        #expect(log.names == ["1", "0", "expired"])
        timer.start(expiresIn: .seconds(5), onTick: tick, onExpiry: expiry)
        timer.stop()
        clock.advance(by: .seconds(10))
        #expect(timer.remainingSeconds == 0 && log.names == ["1", "0", "expired"])
    }

    @Test("a clock that jumps past the end, as after suspension, expires the session at once")
    func jump() async {
        let (log, tick, expiry) = numbers()
        let clock = ManualClock()
        let timer = SessionTimerManager(clock: clock)
        timer.start(expiresIn: .seconds(300), onTick: tick, onExpiry: expiry)
        await clock.waitForNaps(1)
        clock.advance(by: .seconds(3_600))
        _ = await log.first { $0.name == "expired" }
        #expect(log.names == ["0", "expired"])
    }

    @Test("each tick is posted under the seed's notification name")
    func notification() async {
        let timer = SessionTimerManager(clock: ManualClock(hurried: true))
        let (log, _, expiry) = numbers()
        let observer = NotificationCenter.default.addObserver(
            forName: SessionTimerManager.sessionTimerDidTick, object: timer, queue: nil
        ) { _ in log.record("posted", [:]) }
        timer.start(expiresIn: .seconds(2), onExpiry: expiry)
        _ = await log.first { $0.name == "expired" }
        NotificationCenter.default.removeObserver(observer)
        #expect(log.names == ["posted", "posted", "expired"])
    }

    @Test("a token is valid until its expiry, exclusive")
    func store() {
        let now = Mutex(Date(timeIntervalSince1970: 1_000))
        let store = SessionStore(now: { now.withLock { $0 } })
        #expect(store.isTokenExpired)
        store.store(Secret(copying: "t".utf8), expiry: store.end(after: 60))
        now.withLock { $0 += 59.9 }
        #expect(!store.isTokenExpired)
        now.withLock { $0 += 0.1 }
        #expect(store.isTokenExpired)
    }
}
