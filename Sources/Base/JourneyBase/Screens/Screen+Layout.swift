/// The layout that all drawers share: a header with the ways out, the brand and the title; content that scrolls; actions that are
/// pinned to the lower edge.
extension Screen {
    /// The place of an action.
    package enum ActionPlace: Hashable, Sendable, CaseIterable {
        /// The header's row: back, another way out, and reloading.
        case header
        /// Below the field that it belongs to.
        case content
        /// The lower edge.
        case footer
    }

    /// Returns the place of `action`: ways out are in the header while there is something else to press, and a new code is asked for
    /// below the code's field.
    package func place(of action: Action) -> ActionPlace {
        switch action.role {
        case .back: return .header
        case .cancel:
            let hasOthers = actions.contains { $0.id != action.id && ![.back, .cancel].contains($0.role) }
            return hasOthers ? .header : .footer
        case .resend: return .content
        case .secondary: return action.id == Screen.refresh ? .header : .footer
        case .primary, .destructive: return .footer
        }
    }

    /// The actions in the order of the keyboard: submitting ones first, because Enter presses the first.
    package var orderedActions: [Action] { actions.filter(\.role.submits) + actions.filter { !$0.role.submits } }

    /// The action that the Escape key and a swipe from the edge press: back, or else cancel; `nil` without either.
    package var wayOut: Action? { actions.first { $0.role == .back } ?? actions.first { $0.role == .cancel } }

    /// `true` for the one filled button of a screen: the first that submits, or the only way on from an outcome.
    package func isProminent(_ action: Action) -> Bool {
        if let first = actions.first(where: \.role.submits) { return action.id == first.id }
        return action.role == .cancel && place(of: action) == .footer && outcome != nil
    }

    /// The outcome that the screen shows; `nil` for none.
    package var outcome: Outcome? {
        body.lazy.compactMap { block in if case .outcome(let outcome) = block { outcome } else { nil } }.first
    }

    /// `true` if a sign above the title shows that work is in progress, because there is nothing to decide.
    package var showsWork: Bool {
        guard case .progress(let progress)? = body.first else { return false }
        return progress.fraction == nil && fields.isEmpty && !actions.contains { $0.role.submits }
    }

    /// `true` for a screen of a few sentences, without anything to fill in or to look through: a wait, an end, an error, a
    /// permission. Drawers center its lines, and have the actions at the lower edge as ever.
    package var isBrief: Bool {
        fields.isEmpty
            && body.allSatisfy { block in
                switch block {
                case .text, .notice, .outcome, .countdown, .progress, .empty: true
                case .points, .amount, .details, .code, .picture, .document, .card, .pass: false
                }
            }
    }

    /// `true` for a screen with something to type. Drawers begin it at the top, where a keyboard leaves room, and put the content of
    /// any other screen, with its title, into the middle as long as it fits.
    package var takesTyping: Bool {
        fields.contains { field in
            switch field.kind {
            case .text, .oneTimeCode, .date, .pin, .secret: true
            case .choice, .consent: false
            }
        }
    }

    /// `true` for a brief screen of an empty place, whose sign stands above the title as that of an outcome does.
    package var isEmptyPlace: Bool { isBrief && body.contains { if case .empty = $0 { true } else { false } } }

    /// `true` for the only field of a screen that asks for digits alone: the title says what to enter.
    package func isNamedByTitle(_ field: Field) -> Bool {
        guard fields.count == 1, field.hint == nil else { return false }
        switch field.kind {
        case .pin, .oneTimeCode: return true
        case .text, .date, .secret, .choice, .consent: return false
        }
    }
}
