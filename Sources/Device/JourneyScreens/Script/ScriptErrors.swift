internal import JourneyBase

/// Sentences about mismatches between a script and a screen, for test reports.
enum ScriptErrors {
    static func sentence(_ fault: AnswerError, on screen: Screen) -> String {
        let what =
            switch fault {
            case .unknownAction(let action): "offers no action “\(action)”"
            case .unknownField(let field): "has no field “\(field)”"
            case .wrongKind(let field): "needs \(kind(screen.field(field))) in “\(field)”"
            case .missing(let field): "needs an answer in “\(field)”, \(kind(screen.field(field)))"
            case .digitsNeeded(let field, let count): "needs exactly \(count) ASCII digits in “\(field)”"
            case .dateNeeded(let field): "needs a date as yyyy-MM-dd in “\(field)”"
            case .tooLong(let field, let limit): "takes at most \(limit) in “\(field)”"
            case .tooFewChosen(let field, let least): "needs at least \(least) chosen in “\(field)”"
            case .tooManyChosen(let field, let most): "allows at most \(most) chosen in “\(field)”"
            case .notOffered(let field, let option): "does not offer “\(option)” in “\(field)”"
            case .itemRequired(let field, let item): "requires “\(item)” in “\(field)”"
            case .tooEarly(let action): "does not allow “\(action)” yet"
            case .notExpired: "has no countdown that has ended"
            }
        return "The screen “\(screen.id)” \(what). \(offer(screen))"
    }

    /// Returns the possible answers.
    static func offer(_ screen: Screen) -> String {
        let actions = screen.actions.map { "“\($0.id)”" }.joined(separator: ", ")
        let fields = screen.fields.map { "“\($0.id)” (\(kind($0)))" }.joined(separator: ", ")
        return
            "It offers the actions \(actions.isEmpty ? "none" : actions) and the fields \(fields.isEmpty ? "none" : fields)."
    }

    private static func kind(_ field: Screen.Field?) -> String {
        switch field?.kind {
        case .text: "a text"
        case .oneTimeCode(let digits): "a text of \(digits) digits"
        case .pin(let digits): "a secret of \(digits) digits"
        case .date: "a date"
        case .secret: "a secret"
        case .choice(let choice): "some of \(choice.options.map(\.id))"
        case .consent(let consent): "some of \(consent.items.map(\.id))"
        case nil: "nothing"
        }
    }
}
