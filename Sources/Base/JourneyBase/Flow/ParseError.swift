/// The reason why bytes or text are not accepted, and where it stands.
///
/// Each format has its own reasons and its own name for this type, such as `GuardError`.
public struct ParseError<Reasons, Place>: Error, Hashable, Sendable, CustomStringConvertible
where Reasons: RawRepresentable<String> & Hashable & Sendable, Place: Hashable & Sendable {
    /// The reasons that callers tell apart; the raw values are stable codes.
    public typealias Reason = Reasons

    /// The fault.
    public let reason: Reason
    /// The part that is meant: its offset in bytes from the start of what was given, or its name.
    public let place: Place
    /// One clause or sentence for developers, with nothing of the content.
    public let detail: String

    /// An error of that reason at that place.
    package init(_ reason: Reason, at place: Place, _ detail: String) {
        self.reason = reason
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(reason.rawValue) at \(place is Int ? "byte " : "")\(place): \(detail)" }
}

extension ParseError where Place == Int {
    /// Bytes before the fault, from the start of what was given.
    public var offset: Int { place }
}

extension ParseError {
    /// Throws an error of that reason at that place unless `condition` holds.
    package static func require(
        _ condition: Bool, _ reason: Reason, at place: @autoclosure () -> Place, _ detail: @autoclosure () -> String
    ) throws(ParseError) {
        guard condition else { throw ParseError(reason, at: place(), detail()) }
    }

    /// The value, or an error of that reason at that place where there is none.
    package static func require<Value>(
        _ value: Value?, _ reason: Reason, at place: @autoclosure () -> Place, _ detail: @autoclosure () -> String
    ) throws(ParseError) -> Value {
        guard let value else { throw ParseError(reason, at: place(), detail()) }
        return value
    }
}
