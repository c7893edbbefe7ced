internal import JourneyBase
internal import JourneyLanguage

/// Collects the state of a run for its page. A value: it makes no requests and sends nothing.
struct PageStateReporter {
    private struct Timer {
        var length: Duration
        var elapsed: @Sendable () -> Duration
    }

    private var calls: [PendingCall.ID: PageState.Call] = [:]
    private var timers: [StateMachine.TimerID: Timer] = [:]
    private var isOnline = true
    private var error: ErrorCode?
    private var left: Int?
    /// The state that was last sent to the current document.
    private var sent: PageState?

    /// Records a new step, from which at least `left` further ones complete the journey.
    mutating func entered(left: Int?) {
        self.left = left
        error = nil
        sent = nil
    }

    /// Records a handshake: the new document has received no state.
    mutating func opened() { sent = nil }

    mutating func began(_ call: PendingCall) {
        calls[call.id] = PageState.Call(operation: call.binding.operation.id)
    }

    mutating func progressed(_ id: PendingCall.ID, _ progress: CallProgress) {
        switch progress {
        case .trying(let attempt):
            calls[id]?.attempt = attempt
            calls[id]?.retry = nil
        case .waiting(let attempt, let code, let wait):
            calls[id]?.attempt = attempt
            calls[id]?.retry = wait
            isOnline = code != .netUnreachable
        }
    }

    /// Records the end of a call. Calls of earlier steps are only removed from the calls in progress.
    mutating func ended(_ id: PendingCall.ID, _ answer: StateMachine.CallAnswer, isOfThisStep: Bool) {
        calls[id] = nil
        switch answer {
        case .success: isOnline = true
        case .failure(let error, let status, _, _, _):
            isOnline = status != nil || error.code != .netUnreachable
            if isOfThisStep { self.error = error.code }
        }
    }

    mutating func started(_ id: StateMachine.TimerID, _ length: Duration, elapsed: @escaping @Sendable () -> Duration) {
        timers[id] = Timer(length: length, elapsed: elapsed)
    }

    mutating func stopped(_ id: StateMachine.TimerID) { timers[id] = nil }

    /// Returns the state message where it has changed since the last one.
    mutating func update(step: StepID, visit: Int) -> JSONValue? {
        let state = PageState(
            step: step, entered: visit, left: left,
            calls: calls.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value), isOnline: isOnline, error: error)
        guard state != sent else { return nil }
        sent = state
        return state.message(stepLeft: timeLeft(.step(visit: visit)), journeyLeft: timeLeft(.journey))
    }

    private func timeLeft(_ id: StateMachine.TimerID) -> Duration? { timers[id].map { $0.length - $0.elapsed() } }
}
