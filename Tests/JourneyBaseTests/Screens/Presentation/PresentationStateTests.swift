import Testing

@testable import JourneyBase

struct PresentationStateTests {
    private typealias State = PresentationState

    @Test("a presentation appears, is dismissed on request, and ends when the system reports it")
    func straight() {
        var state = State()
        #expect(state.handle(.appeared) == nil && state.phase == .presented)
        #expect(state.handle(.dismissalRequested) == .dismiss && state.phase == .dismissing)
        #expect(state.handle(.gone) == .resumeWaiters && state.phase == .ended)
    }

    @Test(
        "a presentation dismissed by others ends for its owner, however early",
        arguments: [
            [.gone], [.disappeared], [.appeared, .gone], [.appeared, .disappeared],
        ] as [[PresentationState.Event]])
    func takenAway(_ events: [PresentationState.Event]) {
        var state = State()
        let effects = events.map { state.handle($0) }
        #expect(effects.last == .some(.notifyOwner) && state.phase == .ended)
    }

    @Test("a dismissal requested while presenting waits until it has appeared or timed out")
    func early() {
        for event in [State.Event.appeared, .timedOut] {
            var state = State()
            #expect(state.handle(.dismissalRequested) == nil && state.phase == .dismissalPending)
            #expect(state.handle(event) == .dismiss && state.phase == .dismissing)
        }
    }

    @Test(
        "a dismissal is complete when the system reports the end or times out, not when hidden"
    )
    func leaving() {
        for event in [State.Event.gone, .timedOut] {
            var state = State()
            for event in [State.Event.appeared, .dismissalRequested] { _ = state.handle(event) }
            for event in [State.Event.disappeared, .appeared, .dismissalRequested] {
                #expect(state.handle(event) == nil && state.phase == .dismissing)
            }
            #expect(state.handle(event) == .resumeWaiters && state.phase == .ended)
        }
    }

    @Test("a presentation removed before its pending dismissal is awaited, and not dismissed again")
    func overtaken() {
        for event in [State.Event.gone, .timedOut] {
            var state = State()
            _ = state.handle(.dismissalRequested)
            #expect(state.handle(.disappeared) == nil && state.phase == .dismissing)
            #expect(state.handle(event) == .resumeWaiters && state.phase == .ended)
        }
    }

    @Test("a timeout without a pending request changes nothing")
    func patience() {
        var state = State()
        #expect(state.handle(.timedOut) == nil && state.phase == .presenting)
        _ = state.handle(.appeared)
        #expect(state.handle(.timedOut) == nil && state.phase == .presented)
    }

    /// All sequences of `length` events.
    private static func sequences(_ length: Int) -> [[State.Event]] {
        guard length > 0 else { return [[]] }
        return sequences(length - 1).flatMap { head in State.Event.allCases.map { head + [$0] } }
    }

    @Test(
        "any order of events ends a presentation once and dismisses it at most once")
    func always() {
        var ends = 0
        for events in PresentationStateTests.sequences(6) {
            var state = State()
            var effects: [State.Effect] = []
            var wasAsked = false
            for event in events {
                if event == .dismissalRequested, state.phase != .ended { wasAsked = true }
                if let effect = state.handle(event) { effects.append(effect) }
            }
            #expect(effects.count { $0 == .dismiss } <= 1, "\(events)")
            #expect(
                effects.count { $0 == .notifyOwner || $0 == .resumeWaiters } == (state.phase == .ended ? 1 : 0),
                "\(events)")
            #expect(!effects.contains(.notifyOwner) || !wasAsked, "\(events)")
            // Waiters are resumed: two time limits are the most that can apply.
            if wasAsked {
                for _ in 1...2 { _ = state.handle(.timedOut) }
                #expect(state.phase == .ended, "\(events)")
            }
            if state.phase == .ended { ends += 1 }
        }
        #expect(ends > 1_000)
    }
}
