/// Why an answer does not fit its screen.
public enum AnswerError: Error, Hashable, Sendable {
    // What a person can mend.
    case missing(field: String)
    case digitsNeeded(field: String, count: Int)
    case tooLong(field: String, limit: Int)
    case tooFewChosen(field: String, least: Int)
    case tooManyChosen(field: String, most: Int)
    case itemRequired(field: String, item: String)
    /// The action's cool-down is not over.
    case tooEarly(action: String)

    // What only a drawer or a script gets wrong.
    case unknownAction(String)
    case unknownField(String)
    /// A value of another kind than the field's.
    case wrongKind(field: String)
    /// An option or an item that the field does not have.
    case notOffered(field: String, option: String)
    /// No countdown of the screen has ended.
    case notExpired

    /// The field it is about.
    package var field: String? {
        switch self {
        case .missing(let field), .digitsNeeded(let field, _), .tooLong(let field, _), .tooFewChosen(let field, _),
            .tooManyChosen(let field, _), .itemRequired(let field, _), .wrongKind(let field),
            .notOffered(let field, _):
            field
        case .unknownField(let field): field
        case .tooEarly, .unknownAction, .notExpired: nil
        }
    }
}
