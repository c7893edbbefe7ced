internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWeb

/// An input of a run; all arrive in one queue.
enum RunInput: Sendable {
    case machine(StateMachine.Event)
    case page(BridgeReport)
    case progress(PendingCall.ID, CallProgress)
}
