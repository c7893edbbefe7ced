import JourneyTesting
import Testing

@testable import JourneyBase

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PresentationPlaceTests {
    /// A fake system that delays presentations and reports their end.
    @MainActor
    private final class System {
        let clock = ManualClock()
        var isMoving = false
        /// `true` if it reacts to cancellation.
        var listens = true
        var begun = 0
        var up = 0
        var gone: [@MainActor () -> Void] = []

        func begin() async -> Presentation? {
            begun += 1
            while isMoving, !(listens && Task.isCancelled) { await Task.yield() }
            guard !isMoving else { return nil }
            up += 1
            let presentation = Presentation(
                clock: clock, stands: { true },
                takeAway: { [self] gone in
                    self.gone.append {
                        self.up -= 1
                        gone()
                    }
                }, takenAway: {})
            presentation.handle(.appeared)
            return presentation
        }
    }

    private let system = System()
    private let place = PresentationPlace()

    /// Lets every other task of the main actor run until it suspends.
    private func settle() async { for _ in 0..<50 { await Task.yield() } }

    @Test("a presentation dismissed while it waits to appear is awaited and never shown", arguments: [true, false])
    func hidden(listens: Bool) async {
        (system.isMoving, system.listens) = (true, listens)
        let showing = Task { await place.show(system.begin) }
        await settle()
        #expect(system.begun == 1)
        var isHidden = false
        let hiding = Task {
            await place.hide()
            isHidden = true
        }
        await settle()
        // A system that ignores cancellation shows it briefly; it is dismissed before anyone continues.
        #expect(isHidden == listens)
        system.isMoving = false
        await settle()
        #expect(isHidden == listens && system.gone.count == (listens ? 0 : 1))
        system.gone.first?()
        await hiding.value
        #expect(await showing.value == false)
        #expect(system.up == 0 && system.begun == 1)
    }

    @Test("concurrent requests for a pending presentation share it, and a dismissal cancels those waiting")
    func together() async {
        system.isMoving = true
        let showings = (0..<3).map { _ in Task { await place.show(system.begin) } }
        await settle()
        system.isMoving = false
        for showing in showings { #expect(await showing.value) }
        #expect(await place.show(system.begin))
        #expect(system.begun == 1 && system.up == 1)

        let other = PresentationPlace()
        system.isMoving = true
        let late = (0..<3).map { _ in Task { await other.show(system.begin) } }
        await settle()
        await other.hide()
        for showing in late { #expect(await showing.value == false) }
        #expect(system.begun == 2 && system.up == 1)
    }

    @Test("a cancelled request does not present, and the concurrent ones present once")
    func cancelled() async {
        system.isMoving = true
        let first = Task { await place.show(system.begin) }
        await settle()
        let others = (0..<2).map { _ in Task { await place.show(system.begin) } }
        await settle()
        first.cancel()
        #expect(await first.value == false)
        await settle()
        system.isMoving = false
        for other in others { #expect(await other.value) }
        #expect(system.begun == 2 && system.up == 1)
    }

    @Test("the next presentation begins when the previous one is gone")
    func next() async {
        #expect(await place.show(system.begin))
        let hidings = (0..<2).map { _ in Task { await place.hide() } }
        await settle()
        let showing = Task { await place.show(system.begin) }
        await settle()
        #expect(system.begun == 1 && system.gone.count == 1)
        system.gone.removeFirst()()
        for hiding in hidings { await hiding.value }
        #expect(await showing.value)
        #expect(system.begun == 2 && system.up == 1)
    }
}
