import JourneyTesting
import Testing

@Suite("Manual clock")
struct ManualClockTests {
    @Test("a hurried clock advances to near deadlines at once and not to distant ones")
    func hurried() async throws {
        let clock = ManualClock(hurriedUpTo: .seconds(5))
        let timer = Task { try await clock.sleep(for: .seconds(6)) }
        await clock.waitForNaps(1)
        try await clock.sleep(for: .seconds(5))
        #expect(clock.now.offset == .seconds(5))
        // What the pause brought nearer stands as well: it was asked for as a timer.
        clock.advance(by: .seconds(1))
        try await timer.value
        #expect(clock.now.offset == .seconds(6))
        try await ManualClock(hurried: true).sleep(for: .seconds(1_000_000))
    }
}
