internal import JourneyBase

extension ExpressionMachine {
    /// Evaluates a call: its arguments in order, then its function.
    mutating func call(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        var arguments: [ExpressionValue] = []
        arguments.reserveCapacity(Int(node.second))
        for position in Int(node.first)..<Int(node.first) + Int(node.second) {
            let argument = value(Int(program.children[position]))
            if case .fault = argument { return argument }
            arguments.append(argument)
        }
        switch node.function {
        case .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getFullYear, .getHours, .getMilliseconds,
            .getMinutes, .getMonth, .getSeconds:
            return time(node.function, arguments, index)
        case .contains, .startsWith, .endsWith, .matches, .charAt, .indexOf, .lastIndexOf, .join, .split, .replace,
            .substring, .trim, .lowerAscii, .upperAscii, .reverse, .format, .quote:
            return text(node.function, arguments, index)
        case .compareTo, .toFixed, .minor: return decimal(node.function, arguments, index)
        default:
            guard arguments.count == 1 else { return fault(.overload, index) }
            guard charge(arguments[0].textLength) else { return fault(.cost, index) }
            return converted(node.function, arguments[0], index)
        }
    }

    private mutating func converted(
        _ function: ExpressionFunction, _ argument: ExpressionValue, _ index: Int
    ) -> ExpressionValue {
        switch function {
        case .size: return size(argument, index)
        case .dyn: return argument
        case .type: return argument.typeName.map { .type($0) } ?? fault(.overload, index)
        case .int: return int(argument, index)
        case .uint: return uint(argument, index)
        case .double: return double(argument, index)
        case .string: return string(argument, index)
        case .bytes: return bytes(argument, index)
        case .bool: return bool(argument, index)
        case .timestamp: return timestamp(argument, index)
        case .duration: return duration(argument, index)
        case .decimal: return decimal(argument, index)
        default: return fault(.overload, index)
        }
    }

    private func size(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .string(let text): return .int(Int64(text.unicodeScalars.count))
        case .bytes(let bytes): return .int(Int64(bytes.count))
        case .jsonList(let elements): return .int(Int64(elements.count))
        case .list(let list): return .int(Int64(list.elements.count))
        case .jsonMap(let members): return .int(Int64(members.count))
        case .map(let map): return .int(Int64(map.entries.count))
        default: return fault(.overload, index)
        }
    }

    private func int(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .int: return argument
        case .uint(let value): return Int64(exactly: value).map { .int($0) } ?? fault(.range, index)
        case .double(let value):
            // The bounds themselves are refused: the doubles next to them may have been other numbers.
            guard value > -0x1p63, value < 0x1p63 else { return fault(.range, index) }
            return .int(Int64(value))
        case .string(let text): return Int64(text).map { .int($0) } ?? fault(.conversion, index)
        case .timestamp(let time): return .int(time.seconds)
        default: return fault(.overload, index)
        }
    }

    private func uint(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .uint: return argument
        case .int(let value): return UInt64(exactly: value).map { .uint($0) } ?? fault(.range, index)
        case .double(let value):
            guard value >= 0, value < 0x1p64 else { return fault(.range, index) }
            return .uint(UInt64(value))
        case .string(let text):
            guard text.utf8.first?.isDigit == true else { return fault(.conversion, index) }
            return UInt64(text).map { .uint($0) } ?? fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private mutating func double(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .double: return argument
        case .int(let value): return .double(Double(value))
        case .uint(let value): return .double(Double(value))
        case .string(let text):
            guard charge(text.utf8.count) else { return fault(.cost, index) }
            return ExpressionNumbers.double(text).map { .double($0) } ?? fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private mutating func string(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .string: return argument
        case .bool(let truth): return .string(truth ? "true" : "false")
        case .int(let value): return .string(String(value))
        case .uint(let value): return .string(String(value))
        case .double(let value): return .string(ExpressionNumbers.text(value))
        case .bytes(let bytes):
            guard charge(bytes.count) else { return fault(.cost, index) }
            return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? fault(.conversion, index)
        case .timestamp(let time): return .string(time.description)
        case .duration(let duration): return .string(ExpressionDuration.text(duration))
        case .decimal(let number): return .string(number.description)
        default: return fault(.overload, index)
        }
    }

    private mutating func bytes(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .bytes: return argument
        case .string(let text):
            guard charge(text.utf8.count) else { return fault(.cost, index) }
            return .bytes(Array(text.utf8))
        default: return fault(.overload, index)
        }
    }

    private func bool(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .bool: return argument
        case .string("1"), .string("t"), .string("T"), .string("true"), .string("TRUE"), .string("True"):
            return .bool(true)
        case .string("0"), .string("f"), .string("F"), .string("false"), .string("FALSE"), .string("False"):
            return .bool(false)
        case .string: return fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private func timestamp(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .timestamp: return argument
        case .int(let seconds):
            return ExpressionTimestamp(seconds: seconds).map { .timestamp($0) } ?? fault(.range, index)
        case .string(let text):
            return ExpressionTimestamp(text).map { .timestamp($0) } ?? fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private func duration(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .duration: return argument
        case .string(let text):
            return ExpressionDuration.nanoseconds(text).map { .duration($0) } ?? fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private func decimal(_ argument: ExpressionValue, _ index: Int) -> ExpressionValue {
        switch argument {
        case .decimal: return argument
        case .int(let value): return .decimal(ExpressionDecimal(value))
        case .string(let text):
            return ExpressionDecimal(text).map { .decimal($0) } ?? fault(.conversion, index)
        default: return fault(.overload, index)
        }
    }

    private func decimal(
        _ function: ExpressionFunction, _ arguments: [ExpressionValue], _ index: Int
    ) -> ExpressionValue {
        guard arguments.count == 2, case .decimal(let number) = arguments[0] else { return fault(.overload, index) }
        switch (function, arguments[1]) {
        case (.compareTo, .decimal(let other)): return .int(Int64(number.compared(to: other)))
        case (.toFixed, .int(let places)):
            guard (0...Int64(ExpressionDecimal.digitLimit)).contains(places) else { return fault(.argument, index) }
            return number.fixed(places: Int(places)).map { .string($0) } ?? fault(.rounding, index)
        case (.minor, .int(let places)):
            guard (0...18).contains(places) else { return fault(.argument, index) }
            return number.minor(places: Int(places)).map { .int($0) } ?? fault(.rounding, index)
        default: return fault(.overload, index)
        }
    }

    private func time(
        _ function: ExpressionFunction, _ arguments: [ExpressionValue], _ index: Int
    ) -> ExpressionValue {
        if case .duration(let duration) = arguments[0], arguments.count == 1 {
            switch function {
            case .getHours: return .int(duration / 3_600_000_000_000)
            case .getMinutes: return .int(duration / 60_000_000_000)
            case .getSeconds: return .int(duration / 1_000_000_000)
            case .getMilliseconds: return .int(duration / 1_000_000 % 1_000)
            default: return fault(.overload, index)
            }
        }
        guard case .timestamp(let time) = arguments[0], arguments.count <= 2 else { return fault(.overload, index) }
        var offset = 0
        if arguments.count == 2 {
            guard case .string(let zone) = arguments[1] else { return fault(.overload, index) }
            guard let seconds = ExpressionTimestamp.offset(zone) else { return fault(.argument, index) }
            offset = seconds
        }
        guard let parts = ExpressionCalendar(time, offset: offset) else { return fault(.range, index) }
        switch function {
        case .getFullYear: return .int(Int64(parts.civil.year))
        case .getMonth: return .int(Int64(parts.civil.month - 1))
        case .getDate: return .int(Int64(parts.civil.day))
        case .getDayOfMonth: return .int(Int64(parts.civil.day - 1))
        case .getDayOfWeek: return .int(Int64(parts.dayOfWeek))
        case .getDayOfYear: return .int(Int64(parts.dayOfYear))
        case .getHours: return .int(Int64(parts.civil.hour))
        case .getMinutes: return .int(Int64(parts.civil.minute))
        case .getSeconds: return .int(Int64(parts.civil.second))
        default: return .int(Int64(time.nanoseconds / 1_000_000))
        }
    }
}

/// The calendar's view of a time at an offset from UTC.
private struct ExpressionCalendar {
    let civil: CivilTime
    /// The day of the week, with Sunday as 0.
    let dayOfWeek: Int
    /// The day of the year, from 0.
    let dayOfYear: Int

    init?(_ time: ExpressionTimestamp, offset: Int) {
        guard let civil = time.civil(offset: offset) else { return nil }
        self.civil = civil
        let seconds = time.seconds + Int64(offset)
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        dayOfWeek = Int(((days + 4) % 7 + 7) % 7)
        dayOfYear = (1..<civil.month).reduce(civil.day - 1) { $0 + CivilTime.days(inMonth: $1, year: civil.year) }
    }
}

/// The texts of doubles.
enum ExpressionNumbers {
    /// Reads a decimal number, `NaN` or an infinity.
    ///
    /// - Parameter text: The text; no spaces.
    /// - Returns: The nearest double, or `nil` if the text is no number or exceeds the largest double.
    static func double(_ text: String) -> Double? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        let isSigned = isNegative || bytes.first == UInt8(ascii: "+")
        if isSigned { bytes = bytes.dropFirst() }
        switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "inf", "infinity": return isNegative ? -.infinity : .infinity
        case "nan": return isSigned ? nil : .nan
        default: break
        }
        let whole = bytes.prefix { $0.isDigit }
        var rest = bytes.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { $0.isDigit }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if let mark = rest.first {
            guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard !rest.isEmpty, rest.allSatisfy(\.isDigit) else { return nil }
        }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Writes the shortest text that is read back as `value`, as Go's `strconv.FormatFloat(value, 'g', -1, 64)` does:
    /// with an exponent below -4 or above 5.
    static func text(_ value: Double) -> String {
        guard let (isNegative, digits, point) = shortest(value) else { return special(value, plus: "+Inf") }
        if point - 1 >= -4, point - 1 < 6 { return plain(isNegative, digits, point) }
        let mantissa = digits.count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
        let power = abs(point - 1)
        return (isNegative ? "-" : "") + mantissa + "e" + (point < 1 ? "-" : "+") + (power < 10 ? "0" : "")
            + String(power)
    }

    /// Writes the shortest text without an exponent.
    static func plainText(_ value: Double) -> String {
        guard let (isNegative, digits, point) = shortest(value) else { return special(value, plus: "Infinity") }
        return plain(isNegative, digits, point)
    }

    private static func special(_ value: Double, plus: String) -> String {
        value.isNaN ? "NaN" : value > 0 ? plus : "-" + plus.drop { $0 == "+" }
    }

    private static func plain(_ isNegative: Bool, _ digits: String, _ point: Int) -> String {
        let sign = isNegative ? "-" : ""
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.utf8.count {
            return sign + digits + String(repeating: "0", count: point - digits.utf8.count)
        }
        return sign + "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }

    /// Returns the shortest digits that identify `value` and the place of the point before or after them, or `nil` for NaN and
    /// the infinities.
    private static func shortest(_ value: Double) -> (isNegative: Bool, digits: String, point: Int)? {
        guard value.isFinite else { return nil }
        let isNegative = value.sign == .minus
        if value == 0 { return (isNegative, "0", 1) }
        let text = "\(value.magnitude)"
        let parts = text.split(separator: "e", maxSplits: 1)
        let power = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = mantissa[0]
        let fraction = mantissa.count == 2 ? mantissa[1] : ""
        let all = whole + fraction
        let leading = all.prefix { $0 == "0" }.count
        var digits = String(all.dropFirst(leading))
        while digits.last == "0", digits.count > 1 { digits.removeLast() }
        return (isNegative, digits, whole.count + power - leading)
    }
}
