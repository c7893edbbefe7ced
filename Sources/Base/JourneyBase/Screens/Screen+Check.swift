public import Foundation

extension Screen {
    /// Checks `answer` against the screen.
    ///
    /// Every renderer calls this before it returns an answer, and shows the error where the person can fix it. `cancelled` is
    /// always valid. Values count only with an action that submits them.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - now: The time, for cool-downs and countdowns.
    /// - Throws: `AnswerError`.
    public func check(_ answer: ScreenAction, at now: Date) throws(AnswerError) {
        switch answer.action {
        case Screen.cancelled: return
        case Screen.expired:
            guard isExpired(at: now) else { throw .notExpired }
            return
        default: break
        }
        guard let action = action(answer.action) else { throw .unknownAction(answer.action) }
        guard action.secondsLeft(at: now) == 0 else { throw .tooEarly(action: action.id) }
        let ids = Set(fields.map(\.id))
        if let stranger = answer.values.keys.sorted().first(where: { !ids.contains($0) }) {
            throw .unknownField(stranger)
        }
        guard action.role.submits else { return }
        for field in fields { try field.check(answer.values[field.id]) }
    }

    /// Returns `true` if a countdown of the body has ended.
    public func isExpired(at now: Date) -> Bool {
        body.contains { $0.countdown?.secondsLeft(at: now) == 0 }
    }

    /// Returns `true` from half a minute before a countdown ends, of which a person is warned once.
    package func isEndingSoon(at now: Date) -> Bool {
        body.contains { (1...Countdown.warning).contains($0.countdown?.secondsLeft(at: now) ?? 0) }
    }

    /// Returns the next time after `now` at which the screen changes by itself: every second during a countdown or cool-down.
    public func nextChange(after now: Date) -> Date? {
        var ends = actions.compactMap(\.availableFrom)
        ends += body.compactMap { $0.countdown?.ends }
        let left = ends.map { $0.timeIntervalSince(now) }.filter { $0 > 0 }
        // The shown number changes at whole seconds before an end.
        return left.map { now.addingTimeInterval($0 - ($0.rounded(.up) - 1)) }.min()
    }
}

extension Screen.Field {
    /// Checks the value of a field.
    ///
    /// - Parameter value: The value; `nil` if the field was left empty.
    /// - Throws: `AnswerError`.
    public func check(_ value: ScreenAction.Value?) throws(AnswerError) {
        switch (kind, value) {
        case (.text, nil), (.oneTimeCode, nil), (.date, nil), (.pin, nil), (.secret, nil):
            guard isOptional else { throw .missing(field: id) }
        case (.text, .text(let text)):
            if text.isEmpty, !isOptional { throw .missing(field: id) }
            if text.count > Self.textLimit { throw .tooLong(field: id, limit: Self.textLimit) }
        case (.oneTimeCode(let digits), .text(let code)):
            if code.isEmpty, isOptional { return }
            guard code.utf8.count == digits, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .digitsNeeded(field: id, count: digits)
            }
        case (.date, .text(let day)):
            if day.isEmpty, isOptional { return }
            guard CalendarDay(typed: day) != nil else { throw .dateNeeded(field: id) }
        case (.pin(let digits), .secret(let pin)):
            if pin.count == 0, isOptional { return }
            guard pin.count == digits, pin.withBytes({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
                throw .digitsNeeded(field: id, count: digits)
            }
        case (.secret, .secret(let secret)):
            if secret.count == 0, !isOptional { throw .missing(field: id) }
            if secret.count > Self.secretLimit { throw .tooLong(field: id, limit: Self.secretLimit) }
        case (.choice(let choice), nil): try check(choice, [])
        case (.choice(let choice), .chosen(let ids)): try check(choice, ids)
        case (.consent(let consent), nil): try check(consent, [])
        case (.consent(let consent), .chosen(let ids)): try check(consent, ids)
        default: throw .wrongKind(field: id)
        }
    }

    private func check(_ choice: Screen.Choice, _ chosen: Set<String>) throws(AnswerError) {
        let stranger = chosen.subtracting(choice.options.map(\.id)).sorted().first
        if let stranger { throw .notOffered(field: id, option: stranger) }
        if chosen.count < choice.counts.lowerBound { throw .tooFewChosen(field: id, least: choice.counts.lowerBound) }
        if chosen.count > choice.counts.upperBound { throw .tooManyChosen(field: id, most: choice.counts.upperBound) }
    }

    private func check(_ consent: Screen.Consent, _ given: Set<String>) throws(AnswerError) {
        let stranger = given.subtracting(consent.items.map(\.id)).sorted().first
        if let stranger { throw .notOffered(field: id, option: stranger) }
        if let item = consent.items.first(where: { $0.isRequired && !given.contains($0.id) }) {
            throw .itemRequired(field: id, item: item.id)
        }
    }
}
