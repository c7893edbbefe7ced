/// The reason why an answer doesn't fit its screen.
public enum AnswerError: Error, Hashable, Sendable {
    // Errors that the person can fix.
    case missing(field: String)
    case digitsNeeded(field: String, count: Int)
    /// The text is no day of the calendar.
    case dateNeeded(field: String)
    case tooLong(field: String, limit: Int)
    case tooFewChosen(field: String, least: Int)
    case tooManyChosen(field: String, most: Int)
    case itemRequired(field: String, item: String)
    /// The action's cool-down isn't over.
    case tooEarly(action: String)

    // Errors that only a broken renderer or script can cause.
    case unknownAction(String)
    case unknownField(String)
    /// The value's kind differs from the field's.
    case wrongKind(field: String)
    /// The field has no such option or item.
    case notOffered(field: String, option: String)
    /// No countdown of the screen has ended.
    case notExpired

    /// The id of the field concerned, if any.
    package var field: String? {
        switch self {
        case .missing(let field), .digitsNeeded(let field, _), .dateNeeded(let field), .tooLong(let field, _),
            .tooFewChosen(let field, _),
            .tooManyChosen(let field, _), .itemRequired(let field, _), .wrongKind(let field),
            .notOffered(let field, _):
            field
        case .unknownField(let field): field
        case .tooEarly, .unknownAction, .notExpired: nil
        }
    }
}
