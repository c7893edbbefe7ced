import Testing

@testable import JourneyBase

struct PresentationStateTests {
    private typealias State = PresentationState

    @Test("what is presented comes up, goes when it is asked to, and is over when the system says so")
    func straight() {
        var state = State()
        #expect(state.hear(.cameUp) == nil && state.phase == .standing)
        #expect(state.hear(.askedToGo) == .takeAway && state.phase == .leaving)
        #expect(state.hear(.gone) == .letGo && state.phase == .over)
    }

    @Test(
        "what somebody else takes away is over for its owner, however early it happens",
        arguments: [[.gone], [.disappeared], [.cameUp, .gone], [.cameUp, .disappeared]] as [[PresentationState.Event]])
    func takenAway(_ events: [PresentationState.Event]) {
        var state = State()
        let effects = events.map { state.hear($0) }
        #expect(effects.last == .some(.tellOwner) && state.phase == .over)
    }

    @Test("who asks for it to go in the middle of its coming waits for that: until it is up, or long enough")
    func early() {
        for event in [State.Event.cameUp, .waitedEnough] {
            var state = State()
            #expect(state.hear(.askedToGo) == nil && state.phase == .awaited)
            #expect(state.hear(event) == .takeAway && state.phase == .leaving)
        }
    }

    @Test(
        "out of sight is not gone: who waits for its going is let go when the system has done with it, or after long enough"
    )
    func leaving() {
        for event in [State.Event.gone, .waitedEnough] {
            var state = State()
            for event in [State.Event.cameUp, .askedToGo] { _ = state.hear(event) }
            for event in [State.Event.disappeared, .cameUp, .askedToGo] {
                #expect(state.hear(event) == nil && state.phase == .leaving)
            }
            #expect(state.hear(event) == .letGo && state.phase == .over)
        }
    }

    @Test("what somebody else takes away before it could be is waited for as well, and asked for nothing")
    func overtaken() {
        for event in [State.Event.gone, .waitedEnough] {
            var state = State()
            _ = state.hear(.askedToGo)
            #expect(state.hear(.disappeared) == nil && state.phase == .leaving)
            #expect(state.hear(event) == .letGo && state.phase == .over)
        }
    }

    @Test("time alone ends nothing that nobody waits for")
    func patience() {
        var state = State()
        #expect(state.hear(.waitedEnough) == nil && state.phase == .coming)
        _ = state.hear(.cameUp)
        #expect(state.hear(.waitedEnough) == nil && state.phase == .standing)
    }

    /// All sequences of `length` events.
    private static func sequences(_ length: Int) -> [[State.Event]] {
        guard length > 0 else { return [[]] }
        return sequences(length - 1).flatMap { head in State.Event.allCases.map { head + [$0] } }
    }

    @Test(
        "in whatever order things happen, it ends once: for its owner or for who asked, and is taken away once at most")
    func always() {
        var ends = 0
        for events in PresentationStateTests.sequences(6) {
            var state = State()
            var told: [State.Effect] = []
            var wasAsked = false
            for event in events {
                if event == .askedToGo, state.phase != .over { wasAsked = true }
                if let effect = state.hear(event) { told.append(effect) }
            }
            #expect(told.count { $0 == .takeAway } <= 1, "\(events)")
            #expect(told.count { $0 == .tellOwner || $0 == .letGo } == (state.phase == .over ? 1 : 0), "\(events)")
            #expect(!told.contains(.tellOwner) || !wasAsked, "\(events)")
            // Whoever waits is let go: two moves are the most that time has to see to.
            if wasAsked {
                for _ in 1...2 { _ = state.hear(.waitedEnough) }
                #expect(state.phase == .over, "\(events)")
            }
            if state.phase == .over { ends += 1 }
        }
        #expect(ends > 1_000)
    }
}
