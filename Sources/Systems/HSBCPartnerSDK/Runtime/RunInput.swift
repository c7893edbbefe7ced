internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWeb

/// What reaches a run from outside, in one queue.
enum RunInput: Sendable {
    case machine(StateMachine.Event)
    case page(BridgeReport)
    case progress(PendingCall.ID, CallProgress)
}
