internal import JourneyBase

/// How the showing of a card ended, and what the person wants next.
enum CardEnd: Equatable, Sendable {
    case over(CardViewing.End)
    case history
    case freeze
}

/// A page with a card, from its loading to its end, as a value: what happened goes in, what is to be done comes out.
struct CardPageMachine {
    enum Event: Sendable {
        case page(CardPage.Event)
        case pageEnded
        /// How the person left the screen of that number: 1 while the page comes up, 2 beside the card.
        case answered(Int, ScreenExit?)
        /// The app leaves the foreground, or, where `isCaptured`, somebody looks at the display.
        case concealed(isCaptured: Bool)
        /// The page took too long.
        case late
        case timeUp
    }

    enum Step {
        case none
        /// The page waits for its order.
        case render
        /// Something is to be seen: the time runs.
        case begin
        /// Everything is.
        case complete
        case end(Result<CardEnd, CardStop>)
    }

    private var missing: Set<CardPage.Part>
    private var hasBegun = false
    private var isComplete: Bool { missing.isEmpty }

    /// `parts` have to be drawn before the card counts as shown.
    init(_ parts: Set<CardPage.Part>) { missing = parts }

    mutating func take(_ event: Event) -> Step {
        switch event {
        case .page(.opened): return .render
        case .page(.rendered(let part)): return drawn(part)
        // A card that has no PIN is shown without.
        case .page(.absent(.pin)): return drawn(.pin)
        case .page(.failed(let error)): return .end(.failure(.problem(CardProblem(error))))
        case .page(.done): return .end(isComplete ? .success(.over(.hidden)) : .failure(.left))
        case .page(.absent), .page(.copied), .page(.challenge): return .none
        case .pageEnded: return .end(.failure(.problem(CardProblem(CardPageMachine.lost))))
        case .concealed(let isCaptured):
            if isComplete { return .end(.success(.over(.concealed))) }
            // Nobody has seen the card.
            return .end(.failure(isCaptured ? .problem(CardProblem(CardDetailsFlow.captured)) : .left))
        // It may have been on its way when the last part came.
        case .late where isComplete: return .none
        case .late: return .end(.failure(.problem(CardProblem(CardPageMachine.late))))
        case .timeUp:
            return .end(isComplete ? .success(.over(.timeUp)) : .failure(.problem(CardProblem(CardPageMachine.late))))
        case .answered(2, let exit) where isComplete: return .end(.success(end(exit)))
        // “Cancel”, even if the last part came at the same moment.
        case .answered: return .end(.failure(.left))
        }
    }

    private mutating func drawn(_ part: CardPage.Part) -> Step {
        guard missing.remove(part) != nil else { return .none }
        if isComplete { return .complete }
        defer { hasBegun = true }
        return hasBegun ? .none : .begin
    }

    private func end(_ exit: ScreenExit?) -> CardEnd {
        switch exit {
        case .expired: .over(.timeUp)
        case .other(CardScreens.ActionID.history): .history
        case .other(CardScreens.ActionID.freeze): .freeze
        default: .over(.hidden)
        }
    }

    private static let lost = JourneyError(.pageProcessLost, "The page went away.", recovery: .restart)
    private static let late = JourneyError(
        .netTimeout, "The issuer's frames took too long.", recovery: .retry(after: .seconds(1)))
}
