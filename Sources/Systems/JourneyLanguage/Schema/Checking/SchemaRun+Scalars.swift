internal import JourneyBase

extension SchemaRun {
    mutating func checkScalar(_ check: SchemaCheck, _ value: JSONValue) -> Bool {
        switch (check, value) {
        case (.values(let rule), _):
            guard pay(ExactValue.cost(of: value)) else { return false }
            return rule.values.contains(value) || fail(rule.keyword, SchemaRun.expectation(rule.values, rule.title))
        case (.format(let format), _):
            guard pay(format.cost(of: value)) else { return false }
            return format.admits(value) || fail("format", "is not a \(format.rawValue)")
        case (.length(let range), .string(let text)):
            // Most texts are short enough without counting: a scalar takes one to four bytes.
            let bytes = text.utf8.count
            if bytes <= range.most ?? .max, bytes / 4 >= range.least { return true }
            return self.check(text.unicodeScalars.count, range, "character")
        case (.pattern(let rule), .string(let text)):
            if rule.pattern.matches(text, work: &work) { return true }
            guard pay(0) else { return false }
            return fail(
                "pattern",
                rule.title.map { "is not a valid \($0)" }
                    ?? "does not match the pattern \(Refusal.quote(rule.pattern.text))")
        case (.bound(let bound), .number(let number)): return self.check(number, bound)
        case (.multipleOf(let divisor), .number(let number)):
            guard pay(number.lexeme.utf8.count) else { return false }
            guard let exact = ExactNumber(number) else { return fail("multipleOf", "is a number out of range") }
            return divisor.divides(exact) || fail("multipleOf", "is not a multiple of \(divisor.text)")
        default: return true
        }
    }

    private static func expectation(_ values: SchemaValues, _ title: String?) -> String {
        let list = values.texts.map { Refusal.quote($0) }.joined(separator: ", ")
        let isListed = values.texts.count == values.count && (1...8).contains(values.count)
        if let title { return "is not a valid \(title)" + (isListed ? "; use one of \(list)" : "") }
        guard isListed else { return "is not an allowed value" }
        return values.count == 1 ? "must be \(list)" : "must be one of \(list)"
    }

    private mutating func check(_ number: JSONNumber, _ bound: NumberBound) -> Bool {
        let order: Int
        if let limit = bound.whole, let value = number.int64 {
            order = value < limit ? -1 : value == limit ? 0 : 1
        } else {
            guard pay(number.lexeme.utf8.count) else { return false }
            guard let value = ExactNumber(number) else { return fail(bound.keyword, "is a number out of range") }
            order = value.compared(to: bound.limit)
        }
        let isGood =
            switch bound.side {
            case .least: order >= 0
            case .more: order > 0
            case .most: order <= 0
            case .less: order < 0
            }
        return isGood || fail(bound.keyword, bound.reason)
    }

    mutating func check(_ count: Int, _ range: CountRange, _ what: String) -> Bool {
        if count < range.least {
            if count == 0 { return fail(range.leastKeyword, "is empty") }
            return fail(range.leastKeyword, "has \(count) \(what)s; the minimum is \(range.least)")
        }
        guard let most = range.most, count > most else { return true }
        if most == 0 { return fail(range.mostKeyword, "must be empty") }
        return fail(range.mostKeyword, "has \(count) \(what)s; the maximum is \(most)")
    }
}
