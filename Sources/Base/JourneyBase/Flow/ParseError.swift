/// The reason why input was rejected, and its location in the input.
///
/// Each format defines its own reasons and its own alias of this type, such as `GuardError`.
public struct ParseError<Reasons, Place>: Error, Hashable, Sendable, CustomStringConvertible
where Reasons: RawRepresentable<String> & Hashable & Sendable, Place: Hashable & Sendable {
    /// The reasons for the error; their raw values are stable codes.
    public typealias Reason = Reasons

    /// The reason.
    public let reason: Reason
    /// The location: an offset in bytes from the start of the input, or a name.
    public let place: Place
    /// One clause or sentence for developers. It quotes nothing of the input.
    public let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - place: The location in the input.
    ///   - detail: One clause or sentence for developers.
    package init(_ reason: Reason, at place: Place, _ detail: String) {
        self.reason = reason
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(reason.rawValue) at \(place is Int ? "byte " : "")\(place): \(detail)" }
}

extension ParseError where Place == Int {
    /// The offset in bytes from the start of the input.
    public var offset: Int { place }
}

extension ParseError {
    /// Throws an error with the given reason and location unless `condition` is `true`.
    package static func require(
        _ condition: Bool, _ reason: Reason, at place: @autoclosure () -> Place, _ detail: @autoclosure () -> String
    ) throws(ParseError) {
        guard condition else { throw ParseError(reason, at: place(), detail()) }
    }

    /// Returns `value`, or throws an error with the given reason and location if it is `nil`.
    package static func require<Value>(
        _ value: Value?, _ reason: Reason, at place: @autoclosure () -> Place, _ detail: @autoclosure () -> String
    ) throws(ParseError) -> Value {
        guard let value else { throw ParseError(reason, at: place(), detail()) }
        return value
    }
}
