/// The functions of the language: CEL's standard definitions, cel-go's strings library and decimals.
enum ExpressionFunction: String, Sendable, CaseIterable {
    case none
    case size, type, dyn, int, uint, double, string, bytes, bool, timestamp, duration, decimal
    case contains, startsWith, endsWith, matches
    case charAt, indexOf, lastIndexOf, join, split, replace, substring, trim, lowerAscii, upperAscii, reverse, format
    case quote = "strings.quote"
    case getDate, getDayOfMonth, getDayOfWeek, getDayOfYear, getFullYear, getHours, getMilliseconds, getMinutes,
        getMonth
    case getSeconds
    case compareTo, toFixed, minor

    /// Returns the function that a call without or with a receiver means.
    ///
    /// - Parameters:
    ///   - name: The name, with its namespace.
    ///   - hasReceiver: `true` for `receiver.name(…)`.
    /// - Returns: The function, or `nil` if there is none.
    static func named(_ name: String, hasReceiver: Bool) -> ExpressionFunction? {
        guard let function = ExpressionFunction(rawValue: name) else { return nil }
        switch function {
        case .none: return nil
        case .size, .matches: return function
        case .type, .dyn, .int, .uint, .double, .string, .bytes, .bool, .timestamp, .duration, .decimal, .quote:
            return hasReceiver ? nil : function
        default: return hasReceiver ? function : nil
        }
    }
}
