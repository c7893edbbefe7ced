/// A screen together with the type of its answer.
///
/// ```swift
/// let code = try await presenter.ask(.oneTimeCode(digits: 6, sentTo: "•••• 21", expires: challenge.expires))
/// ```
public struct Question<Answer: Sendable>: Sendable {
    /// Creates the screen in the given language.
    public var screen: @Sendable (Language) -> Screen
    /// Extracts the answer from the person's action; `nil` if there is none.
    public var answer: @Sendable (ScreenAction) -> Answer?

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - screen: Creates the screen in the given language.
    ///   - answer: Extracts the answer from the person's action.
    public init(
        screen: @escaping @Sendable (Language) -> Screen, answer: @escaping @Sendable (ScreenAction) -> Answer?
    ) {
        self.screen = screen
        self.answer = answer
    }

    /// Returns this question with `error` shown as a fault that the person can fix.
    public func with(error: String?) -> Question {
        let screen = screen
        return Question(screen: { screen($0).with(error: error) }, answer: answer)
    }

    /// Returns this question with `blocks` added to its body.
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

/// The way in which a person leaves a question without answering it.
public enum ScreenExit: Error, Hashable, Sendable {
    case back
    /// Cancelled, closed, or replaced by another screen.
    case cancelled
    /// The time ran out.
    case expired
    /// The person requests another code.
    case resend
    /// Another action of the screen, by its id, such as `decline`.
    case other(String)
}

extension Presenter {
    /// Asks a question.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer.
    /// - Throws: `ScreenExit` if the person leaves without answering.
    public func ask<Answer>(_ question: Question<Answer>) async throws(ScreenExit) -> Answer {
        let screen = question.screen(language)
        let action = await ask(screen)
        if let exit = screen.exit(for: action) { throw exit }
        // An answer that doesn't fit counts as cancelled: the presenter is not trusted.
        guard let answer = question.answer(action) else { throw .cancelled }
        return answer
    }
}

extension Screen {
    /// Returns the way in which `answer` leaves the screen, or `nil` if it submits the fields.
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
