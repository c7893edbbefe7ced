package import Foundation

extension AnswerError {
    /// Returns the text for the person, in `language`. Errors that only a broken renderer or script can cause get a text without
    /// details, because the person can't fix them.
    package func message(on screen: Screen, at now: Date, in language: Language) -> String {
        switch self {
        case .missing(let field): language(.fillIn(screen.field(field)?.label ?? field))
        case .digitsNeeded(_, let count): language(.digitsNeeded(count))
        case .dateNeeded: language(.dateNeeded)
        case .tooLong(_, let limit): language(.tooLong(limit: limit))
        case .tooFewChosen(_, let least): language(.chooseAtLeast(least))
        case .tooManyChosen(_, let most): language(.chooseAtMost(most))
        case .itemRequired(let field, let item):
            language(.neededToGoOn(label(of: item, in: screen.field(field)) ?? item))
        case .tooEarly(let action): language(.waitSeconds(screen.action(action)?.secondsLeft(at: now) ?? 0))
        case .unknownAction, .unknownField, .wrongKind, .notOffered, .notExpired: language(.error)
        }
    }

    private func label(of item: String, in field: Screen.Field?) -> String? {
        guard case .consent(let consent) = field?.kind else { return nil }
        return consent.items.first { $0.id == item }?.label
    }
}
