public import JourneyBase

/// One run of a journey as a value: an event in, effects out. It knows no clock, no network and no page.
///
/// - A transition is taken when it is the first in document order whose guard is true; a guard that cannot be decided
///   counts as not true and is reported.
/// - The answer of a call comes back as the event that its binding names, to the page and into the machine.
/// - Steps entered, visits of one step and events that follow from one event are bounded; going beyond ends the run with
///   `LIMIT_EXCEEDED`.
/// - A run ends once. A call that carries an idempotency key, or may move money without one, is waited for before it ends,
///   so that no payment is lost. Without an answer that decides, the run ends as pending.
public struct StateMachine: Sendable {
    enum Phase {
        case idle, running
        /// The person is gone; the answers of tracked calls are still to come.
        case closing
        /// It will end so, once the tracked calls have answered; `asIs` while they bring no news that would make it
        /// untrue.
        case settling(Outcome<JSONValue>, asIs: Bool)
        /// The bank is asked what became of calls that nobody answered for; then it ends so. `isClosing`: the person is
        /// gone.
        case inquiring(Outcome<JSONValue>, isClosing: Bool)
        case finished
    }

    public let journey: Journey
    /// Where the run is; the start step before it begins.
    public internal(set) var currentStep: StepID
    /// Steps entered so far.
    public internal(set) var visit = 0

    var phase = Phase.idle
    let session: JSONValue
    let headerValues: [HeaderVariable: String]
    let fingerprintKey: Secret
    /// The step that the run begins in.
    let firstStep: StepID
    var visits: [StepID: Int] = [:]
    /// Whether a step was entered in this process; a run that is taken up again has been elsewhere before.
    var isInside = false
    var isPageOpen = false
    var isNativeUnderWay = false
    var isTimerRunning = false
    var calls: [PendingCall.ID: PendingCall] = [:]
    var callCount = 0
    /// Declared outputs by step, and the order in which they came.
    var outputs: [String: JSONValue] = [:]
    var outputOrder: [StepID] = []
    var ledger = Ledger()
    var hasInquired = false
    /// Kept only where a run is explained.
    var notes: Notes?
    /// Whether a person has done anything since this process took the run up.
    var hasPersonActed = false
    /// Whether the person has approved something in this run; a run that is taken up again may have seen that before.
    var hasApproval = false

    /// A machine for `journey`. `session` is what guards see under that name, `headerValues` what header templates may name;
    /// those of the journey and its steps the machine knows by itself. `fingerprintKey` makes fingerprints of arguments; it
    /// must be the same for as long as runs are taken up. With `point`, the run goes on from there. The point
    /// must be one of this very journey: steps and bindings that it names and that do not exist are passed over.
    public init(
        journey: Journey, session: JSONValue = [:], headerValues: [HeaderVariable: String] = [:],
        fingerprintKey: Secret, resuming point: ResumePoint? = nil
    ) {
        self.journey = journey
        self.session = session
        self.headerValues = headerValues
        self.fingerprintKey = fingerprintKey
        firstStep = point?.step ?? journey.startStep
        currentStep = firstStep
        if let point {
            restore(point)
            hasApproval = journey.asksForApproval
        }
    }

    /// Whether the run is over.
    public var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// Whether the run is over or about to be: the person has gone, or the outcome stands but for what a payment brings. What
    /// a page or a plugin does then moves nothing.
    public var isEnding: Bool {
        switch phase {
        case .idle, .running: false
        case .closing, .settling, .inquiring, .finished: true
        }
    }

    /// Calls that have not answered yet.
    public var callsUnderWay: [PendingCall] { calls.values.sorted { $0.id.rawValue < $1.id.rawValue } }

    /// Takes `event` in and says what is to be done. After the end it gives nothing.
    public mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch phase {
        case .finished: return []
        case .idle: wake(event, &effects)
        case .running:
            run(event, &effects)
            endIfStuck(&effects)
        case .closing, .settling:
            if case .callFinished(let id, let answer) = event { settle(id, answer, &effects) }
        case .inquiring(let outcome, let isClosing):
            if case .inquiryAnswered(let fates) = event { conclude(outcome, isClosing: isClosing, fates, &effects) }
        }
        return effects
    }

    /// Before the first step.
    private mutating func wake(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .start: begin(&effects)
        case .barred(let error): bar(error, &effects)
        case .closed: close(&effects)
        case .stopped(let error): end(.failed(error), &effects)
        case .inquiryAnswered(let fates): book(fates)
        default: break
        }
    }

    private mutating func begin(_ effects: inout [Effect]) {
        phase = .running
        if let limit = journey.limits.journeyTimeout { effects.append(.startTimer(.journey, limit)) }
        enter(firstStep, by: nil, &effects)
        endIfStuck(&effects)
    }

    /// What bars a run bars it from every step that goes on, and from what a terminal would call completed.
    private mutating func bar(_ error: JourneyError, _ effects: inout [Effect]) {
        phase = .running
        if case .go(let target) = journey.errorPolicy.action(for: error.code) {
            guard case .terminal(let terminal) = journey.steps[target]?.kind, terminal.outcome != .completed else {
                return end(.failed(error), &effects)
            }
        }
        unhandled(error, &effects)
    }

    private mutating func run(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .start, .barred: break
        case .pageOpened(let visit): if visit == self.visit { isPageOpen = true }
        case .page(let name, let payload): pageRaised(name, payload, &effects)
        case .approved: hasApproval = true
        case .pageLost(let visit, let error): if visit == self.visit { fault(error, &effects) }
        case .pageRefused(let error): pageRefused(error, &effects)
        case .native(let visit, let answer): native(visit, answer, &effects)
        case .callFinished(let id, let answer): callFinished(id, answer, &effects)
        case .timerFired(let id): timerFired(id, &effects)
        case .closed: close(&effects)
        case .stopped(let error): end(.failed(error), &effects)
        case .inquiryAnswered: break
        }
    }

    /// The step at hand; it exists, because a journey's steps are checked when it is loaded.
    var step: Step? { journey.steps[currentStep] }
}
