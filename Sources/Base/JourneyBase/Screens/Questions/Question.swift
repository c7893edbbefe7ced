/// A screen together with the type of its answer.
///
/// ```swift
/// let code = try await presenter.ask(.oneTimeCode(digits: 6, sentTo: "•••• 21", expires: challenge.expires))
/// ```
public struct Question<Answer: Sendable>: Sendable {
    /// The screen, in words of that language.
    public var screen: @Sendable (Language) -> Screen
    /// The answer in what came back from it; `nil` when there is none.
    public var answer: @Sendable (ScreenAction) -> Answer?

    public init(
        screen: @escaping @Sendable (Language) -> Screen, answer: @escaping @Sendable (ScreenAction) -> Answer?
    ) {
        self.screen = screen
        self.answer = answer
    }

    /// The same question with a fault that the person can mend.
    public func with(error: String?) -> Question {
        let screen = screen
        return Question(screen: { screen($0).with(error: error) }, answer: answer)
    }

    /// The same question with more to see above what is asked.
    public func with(_ blocks: Screen.Block...) -> Question {
        let screen = screen
        return Question(
            screen: { language in
                var value = screen(language)
                value.body += blocks
                return value
            }, answer: answer)
    }
}

/// How a person leaves a question without answering it.
public enum ScreenExit: Error, Hashable, Sendable {
    case back
    /// Cancelled, closed, or replaced by something else.
    case cancelled
    /// The time for it ran out.
    case expired
    /// Another code is wanted.
    case resend
    /// Another action of the screen, by its id, such as `decline`.
    case other(String)
}

extension Presenter {
    /// Asks and gives the answer. Throws how the person left instead.
    public func ask<Answer>(_ question: Question<Answer>) async throws(ScreenExit) -> Answer {
        let screen = question.screen(language)
        let action = await ask(screen)
        if let exit = screen.exit(for: action) { throw exit }
        // A presenter that hands in what does not fit is not believed.
        guard let answer = question.answer(action) else { throw .cancelled }
        return answer
    }
}

extension Screen {
    /// How `answer` leaves the screen; `nil` when it hands in what was asked for.
    public func exit(for answer: ScreenAction) -> ScreenExit? {
        switch answer.action {
        case Screen.cancelled: return .cancelled
        case Screen.expired: return .expired
        default: break
        }
        return switch action(answer.action)?.role {
        case .primary, .destructive: nil
        case .back: .back
        case .resend: .resend
        case .secondary: .other(answer.action)
        case .cancel, nil: .cancelled
        }
    }
}
