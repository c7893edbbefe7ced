package import JourneyBase

extension JSONValue {
    /// The whole seconds since 1970 that this is, up to 2^53 (RFC 7519, section 2, NumericDate): `nil` for another value, for
    /// fractions and for what is before 1970. Within these bounds, calculating with a caller's number cannot overflow.
    package var numericDate: Int64? {
        guard let seconds = int64, (0...(1 << 53)).contains(seconds) else { return nil }
        return seconds
    }
}
