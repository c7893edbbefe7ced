internal import JourneyBase
internal import JourneyLanguage

/// What one run's page is told of it, as it comes to be known. A value: it neither asks nor sends.
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
    /// What the document that is shown was told last.
    private var told: PageState?

    /// A step was entered, from which the journey is completed after `left` further ones at least.
    mutating func entered(left: Int?) {
        self.left = left
        error = nil
        told = nil
    }

    /// A document shook hands: it has been told nothing.
    mutating func opened() { told = nil }

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

    /// A call ended. Of an earlier step's calls nothing is said any more but that they are not under way.
    mutating func ended(_ id: PendingCall.ID, _ answer: StateMachine.CallAnswer, isOfThisStep: Bool) {
        calls[id] = nil
        switch answer {
        case .success: isOnline = true
        case .failure(let error, let status, _, _):
            isOnline = status != nil || error.code != .netUnreachable
            if isOfThisStep { self.error = error.code }
        }
    }

    mutating func started(_ id: StateMachine.TimerID, _ length: Duration, elapsed: @escaping @Sendable () -> Duration) {
        timers[id] = Timer(length: length, elapsed: elapsed)
    }

    mutating func stopped(_ id: StateMachine.TimerID) { timers[id] = nil }

    /// What the page is to be told now, if it is anything new.
    mutating func news(step: StepID, visit: Int) -> JSONValue? {
        let state = PageState(
            step: step, entered: visit, left: left,
            calls: calls.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value), isOnline: isOnline, error: error)
        guard state != told else { return nil }
        told = state
        return state.message(stepLeft: timeLeft(.step(visit: visit)), journeyLeft: timeLeft(.journey))
    }

    private func timeLeft(_ id: StateMachine.TimerID) -> Duration? { timers[id].map { $0.length - $0.elapsed() } }
}
