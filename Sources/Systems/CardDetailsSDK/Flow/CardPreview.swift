internal import JourneyBase

/// What stands for a card in an app before it is shown: that it is loading, what may be known of it, or why there is nothing.
struct CardPreview: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case loading
        case known(CardSummary)
        case failed(CardIssue)
    }

    private(set) var state = State.loading

    var summary: CardSummary? { if case .known(let summary) = state { summary } else { nil } }

    /// Whether loading once more can help. Of a card that there is none of it cannot.
    var canRetry: Bool { if case .failed(let issue) = state { issue != .missing } else { false } }

    /// Takes in that a load begins. What is known stays in sight.
    mutating func begin() { if case .failed = state { state = .loading } }

    /// Takes in how a load ended. One that fails takes nothing from what is known; one that was given up, as when its view went, is no
    /// failure: who comes back loads anew.
    mutating func end(_ result: Result<CardSummary, CardStop>) {
        switch (result, state) {
        case (.success(let summary), _): state = .known(summary)
        case (.failure, .known), (.failure(.left), _), (.failure(.back), _): break
        case (.failure(.problem(let problem)), _): state = .failed(CardIssue(problem.code))
        }
    }
}
