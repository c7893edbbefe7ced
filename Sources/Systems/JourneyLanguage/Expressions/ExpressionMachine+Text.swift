internal import JourneyBase

extension ExpressionMachine {
    /// Evaluates a function of texts. Indices count code points.
    mutating func text(
        _ function: ExpressionFunction, _ arguments: [ExpressionValue], _ index: Int
    ) -> ExpressionValue {
        guard charge(arguments.reduce(0) { $0 + $1.textLength }) else { return fault(.cost, index) }
        if function == .join { return joined(arguments, index) }
        guard case .string(let subject)? = arguments.first else { return fault(.overload, index) }
        let rest = arguments.dropFirst()
        switch (function, rest.count) {
        case (.trim, 0): return .string(ExpressionText.trimmed(subject))
        case (.lowerAscii, 0): return .string(ExpressionText.mapped(subject, 0x41...0x5A) { $0 + 32 })
        case (.upperAscii, 0): return .string(ExpressionText.mapped(subject, 0x61...0x7A) { $0 - 32 })
        case (.reverse, 0): return .string(ExpressionText.string(subject.unicodeScalars.reversed()))
        case (.quote, 0): return .string(ExpressionText.quoted(subject))
        case (.contains, 1), (.startsWith, 1), (.endsWith, 1), (.matches, 1):
            guard case .string(let part) = arguments[1] else { return fault(.overload, index) }
            return test(function, subject, part, index)
        case (.charAt, 1): return character(subject, arguments[1], index)
        case (.substring, 1...2): return part(subject, arguments, index)
        case (.indexOf, 1...2), (.lastIndexOf, 1...2): return place(function, subject, arguments, index)
        case (.split, 1...2): return split(subject, arguments, index)
        case (.replace, 2...3): return replaced(subject, arguments, index)
        case (.format, 1):
            guard let elements = Elements(arguments[1]) else { return fault(.overload, index) }
            return formatted(subject, elements, index)
        default: return fault(.overload, index)
        }
    }

    private mutating func test(
        _ function: ExpressionFunction, _ subject: String, _ part: String, _ index: Int
    ) -> ExpressionValue {
        switch function {
        case .startsWith: return .bool(subject.utf8.starts(with: part.utf8))
        case .endsWith: return .bool(subject.utf8.reversed().starts(with: part.utf8.reversed()))
        case .contains:
            guard charge(subject.utf8.count / 10 * part.utf8.count) else { return fault(.cost, index) }
            return .bool(ExpressionText.place(of: Array(part.utf8), in: Array(subject.utf8), from: 0) != nil)
        default: return matches(subject, part, index)
        }
    }

    private mutating func matches(_ subject: String, _ text: String, _ index: Int) -> ExpressionValue {
        // 0.25 for each byte of the pattern, and for each byte of the text.
        guard charge((subject.utf8.count + 10) * (text.utf8.count + 4) / 4) else { return fault(.cost, index) }
        let pattern: Pattern
        if let known = program.patterns[index] {
            pattern = known
        } else {
            guard let made = try? ExpressionPattern.pattern(text, isReused: false) else {
                return fault(.argument, index)
            }
            // A pattern that is known only now has to be compiled: 30 for each of its bytes.
            guard charge(text.utf8.count * 300 + made.instructionCount * 5) else { return fault(.cost, index) }
            pattern = made
        }
        // A step of the pattern's machine costs 0.5.
        var work = limits.cost * 2
        let isMatch = pattern.matches(subject, work: &work)
        guard charge(5 * (limits.cost * 2 - work)), work >= 0 else {
            charge(limits.cost * 10)
            return fault(.cost, index)
        }
        return .bool(isMatch)
    }

    private func character(_ subject: String, _ place: ExpressionValue, _ index: Int) -> ExpressionValue {
        guard case .int(let place) = place else { return fault(.overload, index) }
        let scalars = Array(subject.unicodeScalars)
        guard (0...Int64(scalars.count)).contains(place) else { return fault(.index, index) }
        return .string(place == scalars.count ? "" : String(scalars[Int(place)]))
    }

    private func part(_ subject: String, _ arguments: [ExpressionValue], _ index: Int) -> ExpressionValue {
        let scalars = Array(subject.unicodeScalars)
        guard case .int(let start) = arguments[1] else { return fault(.overload, index) }
        var end = Int64(scalars.count)
        if arguments.count == 3 {
            guard case .int(let given) = arguments[2] else { return fault(.overload, index) }
            end = given
        }
        guard start >= 0, start <= end, end <= scalars.count else { return fault(.index, index) }
        return .string(ExpressionText.string(scalars[Int(start)..<Int(end)]))
    }

    private mutating func place(
        _ function: ExpressionFunction, _ subject: String, _ arguments: [ExpressionValue], _ index: Int
    ) -> ExpressionValue {
        guard case .string(let wanted) = arguments[1] else { return fault(.overload, index) }
        let scalars = Array(subject.unicodeScalars)
        let part = Array(wanted.unicodeScalars)
        let isLast = function == .lastIndexOf
        var start = isLast ? scalars.count : 0
        if arguments.count == 3 {
            guard case .int(let given) = arguments[2] else { return fault(.overload, index) }
            guard (0...Int64(scalars.count)).contains(given) else { return fault(.index, index) }
            start = Int(given)
        }
        guard charge(scalars.count / 10 * part.count) else { return fault(.cost, index) }
        let found =
            isLast
            ? ExpressionText.lastPlace(of: part, in: scalars, to: start)
            : ExpressionText.place(of: part, in: scalars, from: start)
        return .int(Int64(found ?? -1))
    }

    private mutating func split(_ subject: String, _ arguments: [ExpressionValue], _ index: Int) -> ExpressionValue {
        guard case .string(let separator) = arguments[1] else { return fault(.overload, index) }
        var limit = Int.max
        if arguments.count == 3 {
            guard case .int(let given) = arguments[2] else { return fault(.overload, index) }
            limit = given < 0 ? Int.max : Int(given)
        }
        guard limit > 0 else { return .list(ExpressionList([])) }
        // No more parts are made than can be paid for; one more exceeds the cost limit.
        let parts = ExpressionText.split(subject, by: separator, limit: min(limit, costLeft / 10 + 1))
        guard charge(10 * parts.count) else { return fault(.cost, index) }
        return .list(ExpressionList(parts.map { .string($0) }))
    }

    private mutating func replaced(
        _ subject: String, _ arguments: [ExpressionValue], _ index: Int
    ) -> ExpressionValue {
        guard case .string(let old) = arguments[1], case .string(let new) = arguments[2] else {
            return fault(.overload, index)
        }
        var limit = Int.max
        if arguments.count == 4 {
            guard case .int(let given) = arguments[3] else { return fault(.overload, index) }
            limit = given < 0 ? Int.max : Int(given)
        }
        // The result's length is known before it is made.
        let places = ExpressionText.places(of: Array(old.utf8), in: subject, limit: limit)
        guard charge(subject.utf8.count + places.count * new.utf8.count) else { return fault(.cost, index) }
        return .string(ExpressionText.replacing(places, length: old.utf8.count, in: subject, with: new))
    }

    private mutating func joined(_ arguments: [ExpressionValue], _ index: Int) -> ExpressionValue {
        guard (1...2).contains(arguments.count), let elements = Elements(arguments[0]) else {
            return fault(.overload, index)
        }
        var separator = ""
        if arguments.count == 2 {
            guard case .string(let given) = arguments[1] else { return fault(.overload, index) }
            separator = given
        }
        var out = ""
        for place in 0..<elements.count {
            guard case .string(let part) = elements.at(place, index) else { return fault(.overload, index) }
            guard charge(10 + part.utf8.count + separator.utf8.count) else { return fault(.cost, index) }
            if place > 0 { out += separator }
            out += part
        }
        return .string(out)
    }
}

extension ExpressionValue {
    /// The bytes of a text, for the cost of reading it.
    var textLength: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        default: 0
        }
    }
}

/// Texts by code points.
enum ExpressionText {
    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var out = String.UnicodeScalarView()
        out.append(contentsOf: scalars)
        return String(out)
    }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let tail = scalars.reversed().prefix { $0.properties.isWhitespace }.count
        return String(scalars.dropLast(tail))
    }

    static func mapped(_ text: String, _ range: ClosedRange<UInt8>, _ change: (UInt8) -> UInt8) -> String {
        String(decoding: text.utf8.map { range.contains($0) ? change($0) : $0 }, as: UTF8.self)
    }

    /// Returns the first place of `part` in `all` at or after `start`.
    static func place<Unit: Equatable>(of part: [Unit], in all: [Unit], from start: Int) -> Int? {
        guard start <= all.count else { return nil }
        return part.isEmpty ? start : LinearSearch.first(part, in: all[start...])
    }

    /// Returns the last place of `part` in `all` at or before `end`.
    static func lastPlace<Unit: Equatable>(of part: [Unit], in all: [Unit], to end: Int) -> Int? {
        guard part.count <= all.count else { return nil }
        return (0...min(end, all.count - part.count)).last { all[$0..<$0 + part.count].elementsEqual(part) }
    }

    /// Returns up to `limit` places of `part`, in bytes, that do not overlap. An empty part is before each code point and at the
    /// end.
    static func places(of part: [UInt8], in text: String, limit: Int) -> [Int] {
        var places: [Int] = []
        if part.isEmpty {
            var place = 0
            for scalar in text.unicodeScalars where places.count < limit {
                places.append(place)
                place += UTF8.width(scalar)
            }
            if places.count < limit { places.append(place) }
            return places
        }
        return LinearSearch.places(of: part, in: Array(text.utf8)[...], limit: limit)
    }

    static func replacing(_ places: [Int], length: Int, in text: String, with new: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var start = 0
        for place in places {
            out += bytes[start..<place]
            out += new.utf8
            start = place + length
        }
        return String(decoding: out + bytes[start...], as: UTF8.self)
    }

    /// Splits a text into at most `limit` parts. An empty separator splits between code points.
    static func split(_ text: String, by separator: String, limit: Int) -> [String] {
        if separator.isEmpty {
            let scalars = Array(text.unicodeScalars)
            if scalars.count <= limit { return scalars.map { String($0) } }
            return scalars[..<(limit - 1)].map { String($0) } + [string(scalars[(limit - 1)...])]
        }
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var start = 0
        for place in places(of: Array(separator.utf8), in: text, limit: limit - 1) {
            parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = place + separator.utf8.count
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    static func quoted(_ text: String) -> String {
        var out = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{7}": out.append(contentsOf: "\\a".unicodeScalars)
            case "\u{8}": out.append(contentsOf: "\\b".unicodeScalars)
            case "\u{C}": out.append(contentsOf: "\\f".unicodeScalars)
            case "\n": out.append(contentsOf: "\\n".unicodeScalars)
            case "\r": out.append(contentsOf: "\\r".unicodeScalars)
            case "\t": out.append(contentsOf: "\\t".unicodeScalars)
            case "\u{B}": out.append(contentsOf: "\\v".unicodeScalars)
            case "\\": out.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": out.append(contentsOf: "\\\"".unicodeScalars)
            default: out.append(scalar)
            }
        }
        out.append("\"")
        return String(out)
    }
}
