internal import JourneyBase

extension SchemaRun {
    mutating func checkScalar(_ check: SchemaCheck, _ value: JSONValue) -> Bool {
        switch (check, value) {
        case (.values(let values, let keyword), _):
            return values.contains(value) || fail(keyword, SchemaRun.expectation(values))
        case (.format(let format), _):
            return format.admits(value) || fail("format", "is not a \(format.rawValue)")
        case (.length(let range), .string(let text)):
            // Most texts are plainly short enough: a scalar takes at least one byte, and at most four.
            let bytes = text.utf8.count
            if bytes <= range.most ?? .max, bytes / 4 >= range.least { return true }
            return self.check(text.unicodeScalars.count, range, "character")
        case (.pattern(let pattern), .string(let text)):
            if pattern.matches(text, work: &work) { return true }
            if work < 0 { return giveUp("takes more work to check than is allowed") }
            return fail("pattern", "does not match the pattern \(Refusal.quote(pattern.text))")
        case (.bound(let bound), .number(let number)): return self.check(number, bound)
        case (.multipleOf(let divisor), .number(let number)):
            guard let exact = ExactNumber(number) else { return fail("multipleOf", "is a number beyond all bounds") }
            return divisor.divides(exact) || fail("multipleOf", "is no multiple of \(divisor.text)")
        default: return true
        }
    }

    private static func expectation(_ values: SchemaValues) -> String {
        guard values.texts.count == values.count, (1...8).contains(values.count) else {
            return "is not what it has to be"
        }
        let list = values.texts.map { Refusal.quote($0) }.joined(separator: ", ")
        return values.count == 1 ? "is not \(list)" : "is none of \(list)"
    }

    private mutating func check(_ number: JSONNumber, _ bound: NumberBound) -> Bool {
        guard let value = ExactNumber(number) else { return fail(bound.keyword, "is a number beyond all bounds") }
        let order = value.compared(to: bound.limit)
        switch bound.side {
        case .least: return order >= 0 || fail(bound.keyword, "is less than \(bound.text)")
        case .more: return order > 0 || fail(bound.keyword, "is not more than \(bound.text)")
        case .most: return order <= 0 || fail(bound.keyword, "is more than \(bound.text)")
        case .less: return order < 0 || fail(bound.keyword, "is not less than \(bound.text)")
        }
    }

    mutating func check(_ count: Int, _ range: CountRange, _ what: String) -> Bool {
        if count < range.least {
            return fail(range.leastKeyword, "has \(count) \(what)s; \(range.least) is the least")
        }
        guard let most = range.most, count > most else { return true }
        return fail(range.mostKeyword, "has \(count) \(what)s; \(most) is the most")
    }
}
