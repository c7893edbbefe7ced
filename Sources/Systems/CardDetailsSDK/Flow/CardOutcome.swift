public import JourneyBase

/// The end of a card's showing.
public struct CardViewing: Hashable, Sendable {
    public enum End: String, Hashable, Sendable {
        /// The user hid it, or went on to something else.
        case hidden = "HIDDEN"
        /// Its time was over.
        case timeUp = "TIME_UP"
        /// The app left the foreground, or the display began to be recorded.
        case concealed = "CONCEALED"
    }

    public let end: End
    /// `true` if the card is frozen now.
    public let isFrozen: Bool

    public init(end: End, isFrozen: Bool) {
        self.end = end
        self.isFrozen = isFrozen
    }
}

/// The outcome of a viewing, reported exactly once. It is never `pending`.
public typealias CardDetailsOutcome = Outcome<CardViewing>

/// The reason why a flow stops.
enum CardStop: Error {
    /// The user left it.
    case left
    /// The user wants the previous screen.
    case back
    case problem(CardProblem)

    init(_ exit: ScreenExit) { self = exit == .back ? .back : .left }

    /// Converts any error of a call, a page or a question.
    init(_ error: any Error) {
        switch error {
        case let stop as CardStop: self = stop
        case let exit as ScreenExit: self = CardStop(exit)
        case let problem as CardProblem: self = problem.code == .userCancelled ? .left : .problem(problem)
        case is CancellationError: self = .left
        case let error as JourneyError: self = error.code == .userCancelled ? .left : .problem(CardProblem(error))
        default:
            self = .problem(
                CardProblem(
                    JourneyError(.unknown, "The operation failed with the unexpected error \(type(of: error)).")))
        }
    }
}
