extension ExpressionFunction {
    /// Returns the type of a call with arguments of these types, a receiver first, or `nil` if no overload takes them.
    func result(_ types: [ExpressionType]) -> ExpressionType? {
        if types.count == 1, let result = conversion(types[0]) { return result }
        return overloads.first { $0.takes.count == types.count && zip($0.takes, types).allSatisfy { $0.overlaps($1) } }?
            .gives
    }

    /// Returns the type of a function of one argument of several types.
    private func conversion(_ type: ExpressionType) -> ExpressionType? {
        func admits(_ types: ExpressionType...) -> Bool { types.contains { $0.overlaps(type) } }
        switch self {
        case .dyn: return .dyn
        case .type: return .type
        case .size:
            return admits(.string, .bytes, .list(.dyn), .map(.dyn, .dyn)) ? .int : nil
        case .int: return admits(.int, .uint, .double, .string, .timestamp) ? .int : nil
        case .uint: return admits(.int, .uint, .double, .string) ? .uint : nil
        case .double: return admits(.int, .uint, .double, .string) ? .double : nil
        case .string:
            let isText = admits(.string, .bytes, .bool, .int, .uint, .double, .timestamp, .duration, .decimal)
            return isText ? .string : nil
        case .bytes: return admits(.bytes, .string) ? .bytes : nil
        case .bool: return admits(.bool, .string) ? .bool : nil
        case .timestamp: return admits(.timestamp, .int, .string) ? .timestamp : nil
        case .duration: return admits(.duration, .string) ? .duration : nil
        case .decimal: return admits(.decimal, .int, .string) && type != .number ? .decimal : nil
        default: return nil
        }
    }

    private var overloads: [(takes: [ExpressionType], gives: ExpressionType)] {
        switch self {
        case .contains, .startsWith, .endsWith, .matches: [([.string, .string], .bool)]
        case .charAt: [([.string, .int], .string)]
        case .indexOf, .lastIndexOf: [([.string, .string], .int), ([.string, .string, .int], .int)]
        case .join: [([.list(.string)], .string), ([.list(.string), .string], .string)]
        case .split:
            [([.string, .string], .list(.string)), ([.string, .string, .int], .list(.string))]
        case .replace: [([.string, .string, .string], .string), ([.string, .string, .string, .int], .string)]
        case .substring: [([.string, .int], .string), ([.string, .int, .int], .string)]
        case .trim, .lowerAscii, .upperAscii, .reverse, .quote: [([.string], .string)]
        case .format: [([.string, .list(.dyn)], .string)]
        case .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getFullYear, .getMonth:
            [([.timestamp], .int), ([.timestamp, .string], .int)]
        case .getHours, .getMilliseconds, .getMinutes, .getSeconds:
            [([.timestamp], .int), ([.timestamp, .string], .int), ([.duration], .int)]
        case .compareTo: [([.decimal, .decimal], .int)]
        case .toFixed: [([.decimal, .int], .string)]
        case .minor: [([.decimal, .int], .int)]
        default: []
        }
    }
}
