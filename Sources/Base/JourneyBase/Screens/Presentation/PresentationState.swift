/// The state machine of a presentation over a host's screens. It ends exactly once, whatever the reason.
///
/// A value: events go in, effects come out.
package struct PresentationState: Sendable, Equatable {
    /// The phases of a presentation.
    package enum Phase: Sendable, CaseIterable {
        /// Being presented; the transition is in progress.
        case coming
        /// Presented.
        case standing
        /// To be dismissed as soon as it is presented: the system accepts no other order during a transition.
        case awaited
        /// Being dismissed.
        case leaving
        /// Ended.
        case over
    }

    /// The events of a presentation.
    package enum Event: Sendable, CaseIterable {
        /// The transition in has finished.
        case appeared
        /// No longer visible because something dismisses it; the transition isn't finished.
        case disappeared
        /// No longer presented, or its scene has been closed.
        case gone
        /// The owner requests the dismissal.
        case dismissalRequested
        /// The time limit of a transition has passed.
        case timedOut
    }

    /// The actions that follow from an event.
    package enum Effect: Sendable {
        /// Notify the owner that something else dismissed it.
        case notifyOwner
        /// Ask the system to dismiss it.
        case dismiss
        /// Resume the tasks that wait for its end.
        case resumeWaiters
    }

    package private(set) var phase = Phase.coming

    package init() {}

    /// Handles `event`, and returns the action to take.
    package mutating func handle(_ event: Event) -> Effect? {
        switch (phase, event) {
        case (.coming, .appeared): return become(.standing)
        case (.coming, .dismissalRequested): return become(.awaited)
        case (.coming, .disappeared), (.coming, .gone), (.standing, .disappeared), (.standing, .gone):
            return become(.over, .notifyOwner)
        case (.standing, .dismissalRequested), (.awaited, .appeared), (.awaited, .timedOut):
            return become(.leaving, .dismiss)
        case (.awaited, .gone), (.leaving, .gone), (.leaving, .timedOut): return become(.over, .resumeWaiters)
        // Something else dismisses it already; the transition isn't finished.
        case (.awaited, .disappeared): return become(.leaving)
        // Invisible isn't gone: until the transition ends, the system presents nothing else.
        case (.leaving, .disappeared), (.leaving, .appeared), (.leaving, .dismissalRequested): return nil
        case (.coming, .timedOut), (.standing, .timedOut), (.standing, .appeared), (.awaited, .dismissalRequested):
            return nil
        case (.over, _): return nil
        }
    }

    private mutating func become(_ next: Phase, _ effect: Effect? = nil) -> Effect? {
        phase = next
        return effect
    }
}
