public import JourneyBase

/// How a card that was shown went away.
public struct CardViewing: Hashable, Sendable {
    public enum End: String, Hashable, Sendable {
        /// The person hid it, or went on to something else.
        case hidden = "HIDDEN"
        /// Its time was over.
        case timeUp = "TIME_UP"
        /// The app left the foreground, or somebody began to record the display.
        case concealed = "CONCEALED"
    }

    public let end: End
    /// Whether the card is frozen now.
    public let isFrozen: Bool

    public init(end: End, isFrozen: Bool) {
        self.end = end
        self.isFrozen = isFrozen
    }
}

/// How a viewing ended: exactly once, and never `pending`.
public typealias CardDetailsOutcome = Outcome<CardViewing>

/// Why a flow does not go on.
enum CardStop: Error {
    /// The person left it.
    case left
    /// The person wants the screen before.
    case back
    case problem(CardProblem)

    init(_ exit: ScreenExit) { self = exit == .back ? .back : .left }

    /// Whatever a call, a page or a question throws.
    init(_ error: any Error) {
        switch error {
        case let stop as CardStop: self = stop
        case let exit as ScreenExit: self = CardStop(exit)
        case let problem as CardProblem: self = problem.code == .userCancelled ? .left : .problem(problem)
        case is CancellationError: self = .left
        case let error as JourneyError: self = error.code == .userCancelled ? .left : .problem(CardProblem(error))
        default: self = .problem(CardProblem(JourneyError(.unknown, "Something failed without saying why.")))
        }
    }
}
