package import JourneyBase

extension JSONValue {
    /// The whole seconds since 1970, up to 2^53 (RFC 7519, section 2, NumericDate). `nil` for other values, for fractions and for
    /// times before 1970. Arithmetic with numbers within these bounds cannot overflow.
    package var numericDate: Int64? {
        guard let seconds = int64, (0...(1 << 53)).contains(seconds) else { return nil }
        return seconds
    }
}
