package import JourneyBase
package import JourneyLanguage
internal import Synchronization

/// Watches a run for the trace of a development run. Hosts of apps have none, and can't set one.
///
/// Secrets are hidden before anything is passed on.
package final class RunObserver: Sendable {
    /// A part of a trace.
    package enum Record: Sendable {
        /// The journey is verified, and its run begins.
        case began(Journey)
        /// The machine handled an event.
        case handled(MachineRecord)
        /// A request was sent.
        case exchanged(JSONValue)
    }

    private let recorder = Mutex(MachineRecorder())
    private let receive: @Sendable (Record) -> Void

    /// Creates an observer that passes records to `receive`, on the thread of what happened.
    package init(_ receive: @escaping @Sendable (Record) -> Void) { self.receive = receive }

    /// Records the beginning of a run on `machine`.
    func begin(_ journey: Journey, _ machine: inout StateMachine) {
        recorder.withLock { $0.begin(&machine) }
        receive(.began(journey))
    }

    /// Has `machine` handle `event` of the time `now`, and returns the effects.
    func handle(
        _ event: StateMachine.Event, at now: ExpressionTimestamp?, by machine: inout StateMachine
    ) -> [StateMachine.Effect] {
        let (effects, record) = recorder.withLock { $0.handle(event, at: now, by: &machine) }
        receive(.handled(record))
        return effects
    }

    /// Records a request with its response.
    func record(_ exchange: TracedExchange) {
        receive(.exchanged(recorder.withLock { $0.line(of: exchange) }))
    }
}
