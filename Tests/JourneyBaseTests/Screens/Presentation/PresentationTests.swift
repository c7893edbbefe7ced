import JourneyTesting
import Testing

@testable import JourneyBase

@MainActor
struct PresentationTests {
    /// A fake system that presents one controller and sends the events of the test.
    @MainActor
    private final class System {
        let clock = ManualClock()
        var stands = true
        var asked = 0
        var told = 0
        var gone: (@MainActor () -> Void)?

        func presentation() -> Presentation {
            Presentation(
                clock: clock, stands: { [self] in stands },
                takeAway: { [self] gone in
                    asked += 1
                    self.gone = gone
                }, takenAway: { [self] in told += 1 })
        }
    }

    /// Lets every other task of the main actor run until it suspends.
    private func settle() async { for _ in 0..<20 { await Task.yield() } }

    @Test("ending a presentation waits for the system's end, and its owner is not notified")
    func end() async {
        let system = System()
        let presentation = system.presentation()
        presentation.handle(.appeared)
        var isOver = false
        let ending = Task {
            await presentation.end()
            isOver = true
        }
        await settle()
        #expect(system.asked == 1 && !isOver)
        presentation.handle(.disappeared)
        await settle()
        #expect(!isOver)
        system.gone?()
        await ending.value
        #expect(isOver && system.told == 0)
        // After the end, waiting returns at once.
        await presentation.end()
        await presentation.untilOver()
        #expect(system.asked == 1)
    }

    @Test("an unresponsive system delays ending by at most two transition timeouts")
    func silence() async {
        let system = System()
        let presentation = system.presentation()
        let ending = Task { await presentation.end() }
        await system.clock.waitForNaps(2)
        #expect(system.asked == 0)
        system.clock.advance(by: .milliseconds(1_999))
        await settle()
        #expect(system.asked == 0)
        system.clock.advance(by: .milliseconds(1))
        await settle()
        #expect(system.asked == 1 && presentation.phase == .dismissing)
        // The dismissal has its own time limit, although most of the first one has passed.
        system.clock.advance(by: .milliseconds(1_999))
        await settle()
        #expect(presentation.phase == .dismissing)
        system.clock.advance(by: .milliseconds(1))
        await ending.value
        #expect(presentation.phase == .ended && system.told == 0)
    }

    @Test("concurrent ends, one of them cancelled, complete together and dismiss once")
    func several() async {
        let system = System()
        let presentation = system.presentation()
        presentation.handle(.appeared)
        let endings = (0..<3).map { _ in Task { await presentation.end() } }
        endings[1].cancel()
        await settle()
        #expect(system.asked == 1)
        system.gone?()
        for ending in endings { await ending.value }
    }

    @Test("a silent disappearance is noticed within a second and reported to the owner once")
    func unsaid() async {
        let system = System()
        let presentation = system.presentation()
        presentation.handle(.appeared)
        let waiting = Task { await presentation.untilOver() }
        await system.clock.waitForNaps(1)
        system.clock.advance(by: .seconds(1))
        await system.clock.waitForNaps(2)
        #expect(system.told == 0 && presentation.phase == .presented)
        system.stands = false
        system.clock.advance(by: .seconds(1))
        await waiting.value
        presentation.handle(.gone)
        presentation.handle(.disappeared)
        #expect(system.told == 1 && system.asked == 0)
    }

    @Test("a dismissal that is already under way is awaited, not requested again")
    func overtaken() async {
        let system = System()
        let presentation = system.presentation()
        presentation.handle(.appeared)
        let ending = Task { await presentation.end() }
        await settle()
        // The system doesn't report a dismissal that the SDK didn't request; the next poll detects it.
        system.stands = false
        await system.clock.waitForNaps(2)
        system.clock.advance(by: .seconds(1))
        await ending.value
        #expect(system.asked == 1 && system.told == 0 && presentation.phase == .ended)
    }

    @Test("a presentation releases its adapter's observers at its end, and is released by its owner")
    func kept() async {
        final class Watch {}
        let system = System()
        weak var watch: Watch?
        weak var left: Presentation?
        do {
            let presentation = system.presentation()
            left = presentation
            do {
                let mine = Watch()
                (watch, presentation.companion) = (mine, mine)
            }
            #expect(watch != nil)
            presentation.handle(.gone)
            #expect(watch == nil)
        }
        await settle()
        #expect(left == nil)
    }

    @Test("a transition is polled every twentieth of a second for at most two seconds unless cancelled")
    func moves() async {
        var looks = 0
        let hurried = ManualClock(hurried: true)
        #expect(await Presentation.wait(clock: hurried) { true })
        #expect(hurried.naps == [])
        let isSo = await Presentation.wait(clock: hurried) {
            looks += 1
            return looks == 4
        }
        #expect(isSo && hurried.naps == [Duration](repeating: .milliseconds(50), count: 3))
        #expect(await !Presentation.wait(clock: ManualClock(hurried: true)) { false })
        let clock = ManualClock()
        let waiting = Task { await Presentation.wait(clock: clock) { false } }
        await clock.waitForNaps(1)
        waiting.cancel()
        #expect(await !waiting.value)
    }

    @Test(
        "a window that appears later is found, and a missing one is given up after a transition's time"
    )
    func found() async {
        var looks = 0
        let hurried = ManualClock(hurried: true)
        let window = await Presentation.first(clock: hurried) { () -> String? in
            looks += 1
            return looks == 3 ? "window" : nil
        }
        #expect(window == "window" && hurried.naps.count == 2)
        let patient = ManualClock(hurried: true)
        #expect(await Presentation.first(clock: patient) { nil as String? } == nil)
        #expect(patient.naps.reduce(.zero, +) == Presentation.patience)
    }
}
