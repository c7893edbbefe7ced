/// The state machine of a presentation over a host's screens. It ends exactly once, whatever the reason.
///
/// A value: events go in, effects come out.
package struct PresentationState: Sendable, Equatable {
    /// The phases of a presentation.
    package enum Phase: Sendable, CaseIterable {
        /// Being presented; the transition is in progress.
        case presenting
        /// Presented.
        case presented
        /// To be dismissed as soon as it is presented: the system accepts no other order during a transition.
        case dismissalPending
        /// Being dismissed.
        case dismissing
        /// Ended.
        case ended
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

    package private(set) var phase = Phase.presenting

    package init() {}

    /// Handles `event`, and returns the action to take.
    package mutating func handle(_ event: Event) -> Effect? {
        switch (phase, event) {
        case (.presenting, .appeared): return become(.presented)
        case (.presenting, .dismissalRequested): return become(.dismissalPending)
        case (.presenting, .disappeared), (.presenting, .gone), (.presented, .disappeared), (.presented, .gone):
            return become(.ended, .notifyOwner)
        case (.presented, .dismissalRequested), (.dismissalPending, .appeared), (.dismissalPending, .timedOut):
            return become(.dismissing, .dismiss)
        case (.dismissalPending, .gone), (.dismissing, .gone), (.dismissing, .timedOut):
            return become(.ended, .resumeWaiters)
        // Something else dismisses it already; the transition isn't finished.
        case (.dismissalPending, .disappeared): return become(.dismissing)
        // Invisible isn't gone: until the transition ends, the system presents nothing else.
        case (.dismissing, .disappeared), (.dismissing, .appeared), (.dismissing, .dismissalRequested): return nil
        case (.presenting, .timedOut), (.presented, .timedOut), (.presented, .appeared),
            (.dismissalPending, .dismissalRequested):
            return nil
        case (.ended, _): return nil
        }
    }

    private mutating func become(_ next: Phase, _ effect: Effect? = nil) -> Effect? {
        phase = next
        return effect
    }
}
