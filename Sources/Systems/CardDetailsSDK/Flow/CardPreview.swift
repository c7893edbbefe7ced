internal import JourneyBase

/// The preview of a card before it is shown: loading, its data, or the reason why there is none.
struct CardPreview: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case loading
        case known(CardSummary)
        case failed(CardIssue)
    }

    private(set) var state = State.loading

    var summary: CardSummary? { if case .known(let summary) = state { summary } else { nil } }

    /// `true` if loading again can help. It cannot for a card that does not exist.
    var canRetry: Bool { if case .failed(let issue) = state { issue != .missing } else { false } }

    /// Handles the start of a load. Earlier data stays visible.
    mutating func begin() { if case .failed = state { state = .loading } }

    /// Handles the end of a load. A failure keeps earlier data. A cancelled load, such as of a view that disappeared, is no
    /// failure: the next appearance loads again.
    mutating func end(_ result: Result<CardSummary, CardStop>) {
        switch (result, state) {
        case (.success(let summary), _): state = .known(summary)
        case (.failure, .known), (.failure(.left), _), (.failure(.back), _): break
        case (.failure(.problem(let problem)), _): state = .failed(CardIssue(problem.code))
        }
    }
}
