/// How something that this package presents over a host's screens stands, and how it ends: once, whoever ends it.
///
/// A value: what happens goes in, what is to be done comes out.
package struct PresentationState: Sendable, Equatable {
    package enum Phase: Sendable, CaseIterable {
        /// The system has taken it, and moves it in.
        case coming
        case standing
        /// To be taken away as soon as it is up: a system in the middle of moving it in takes no other order.
        case awaited
        case leaving
        case over
    }

    package enum Event: Sendable, CaseIterable {
        /// The system has moved it in.
        case cameUp
        /// It went from sight because somebody takes it away; the system is still moving.
        case disappeared
        /// It is presented no more, or its scene is no more.
        case gone
        /// Its owner wants it away.
        case askedToGo
        /// As long has passed as the system may take to move it.
        case waitedEnough
    }

    package enum Effect: Sendable {
        /// The owner hears that somebody else has taken it away.
        case tellOwner
        /// The system is asked to move it out.
        case takeAway
        /// Who asked for it to go goes on.
        case letGo
    }

    package private(set) var phase = Phase.coming

    package init() {}

    /// Takes `event` in, and says what is to be done.
    package mutating func hear(_ event: Event) -> Effect? {
        switch (phase, event) {
        case (.coming, .cameUp): return become(.standing)
        case (.coming, .askedToGo): return become(.awaited)
        case (.coming, .disappeared), (.coming, .gone), (.standing, .disappeared), (.standing, .gone):
            return become(.over, .tellOwner)
        case (.standing, .askedToGo), (.awaited, .cameUp), (.awaited, .waitedEnough):
            return become(.leaving, .takeAway)
        case (.awaited, .gone), (.leaving, .gone), (.leaving, .waitedEnough): return become(.over, .letGo)
        // Somebody else was faster; the system is still moving it.
        case (.awaited, .disappeared): return become(.leaving)
        // Out of sight is not gone: until the system has done with it, it takes nothing else.
        case (.leaving, .disappeared), (.leaving, .cameUp), (.leaving, .askedToGo): return nil
        case (.coming, .waitedEnough), (.standing, .waitedEnough), (.standing, .cameUp), (.awaited, .askedToGo):
            return nil
        case (.over, _): return nil
        }
    }

    private mutating func become(_ next: Phase, _ effect: Effect? = nil) -> Effect? {
        phase = next
        return effect
    }
}
