/// The reason why JSON isn't the expected message, and its path.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: String, Sendable {
        /// The bytes aren't strict JSON, or exceed the limits.
        case notJSON = "not strict JSON"
        /// A required member is missing.
        case missing = "missing"
        /// The contract has no such member.
        case unknownMember = "not a member of this message"
        /// The JSON type is wrong.
        case type = "not of the expected JSON type"
        /// The JSON type is right, but the contract doesn't allow the value.
        case invalid = "not a valid value of this member"
    }

    package let reason: Reason
    /// Member names and indices from the root.
    package let path: [String]

    init(_ reason: Reason, _ path: [any CodingKey] = [], _ name: String? = nil) {
        self.reason = reason
        self.path = path.map { $0.intValue.map(String.init) ?? $0.stringValue } + (name.map { [$0] } ?? [])
    }

    /// The path as a JSON Pointer (RFC 6901); empty for the root.
    package var pointer: String {
        path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// One sentence with names of the document and none of its values.
    package var description: String { "\(pointer.isEmpty ? "The document" : pointer) is \(reason.rawValue)." }
}
