internal import JourneyBase

/// The end of a card's showing, and the user's next step.
enum CardEnd: Equatable, Sendable {
    case over(CardViewing.End)
    case history
    case freeze
}

/// The state machine of a page with a card, from its loading to its end, as a value.
struct CardPageMachine {
    enum Event: Sendable {
        case page(CardPage.Event)
        case pageEnded
        /// The user left the screen with that number: 1 while the page loads, 2 beside the card.
        case answered(Int, ScreenExit?)
        /// The app leaves the foreground, or, with `isCaptured`, the display is captured.
        case concealed(isCaptured: Bool)
        /// The page exceeded its time limit.
        case late
        case timeUp
    }

    enum Step {
        case none
        /// The page is ready for the order to draw.
        case render
        /// The first part is visible: start the timer.
        case begin
        /// All parts are visible.
        case complete
        case end(Result<CardEnd, CardStop>)
    }

    private var missing: Set<CardPage.Part>
    private var hasBegun = false
    private var isComplete: Bool { missing.isEmpty }

    /// Creates the machine. All of `parts` must be drawn before the card counts as shown.
    init(_ parts: Set<CardPage.Part>) { missing = parts }

    mutating func take(_ event: Event) -> Step {
        switch event {
        case .page(.opened): return .render
        case .page(.rendered(let part)): return drawn(part)
        // A card without a PIN is complete without it.
        case .page(.absent(.pin)): return drawn(.pin)
        case .page(.failed(let error)): return .end(.failure(.problem(CardProblem(error))))
        case .page(.done): return .end(isComplete ? .success(.over(.hidden)) : .failure(.left))
        case .page(.absent), .page(.copied), .page(.challenge): return .none
        case .pageEnded: return .end(.failure(.problem(CardProblem(CardPageMachine.lost))))
        case .concealed(let isCaptured):
            if isComplete { return .end(.success(.over(.concealed))) }
            // The card was not shown yet.
            return .end(.failure(isCaptured ? .problem(CardProblem(CardDetailsFlow.captured)) : .left))
        // The event may have been queued before the last part was drawn.
        case .late where isComplete: return .none
        case .late: return .end(.failure(.problem(CardProblem(CardPageMachine.late))))
        case .timeUp:
            return .end(isComplete ? .success(.over(.timeUp)) : .failure(.problem(CardProblem(CardPageMachine.late))))
        case .answered(2, let exit) where isComplete: return .end(.success(end(exit)))
        // “Cancel” wins even if the last part was drawn at the same time.
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

    private static let lost = JourneyError(.pageProcessLost, "The card page's process ended.", recovery: .restart)
    private static let late = JourneyError(
        .netTimeout, "The issuer's frames did not draw in time.", recovery: .retry(after: .seconds(1)))
}
