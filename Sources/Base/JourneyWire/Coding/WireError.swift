/// The reason that JSON is not the message it should be, and the place of it.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: String, Sendable {
        /// The bytes are no strict JSON, or more of it than is read.
        case notJSON = "not strict JSON"
        /// A member that has to be there is not.
        case missing = "missing"
        /// A member that the contract does not have.
        case unknownMember = "not a member of this message"
        /// JSON of another type.
        case type = "of another type"
        /// JSON of the right type, with a value that is none of the contract's.
        case invalid = "not a value of this member"
    }

    package let reason: Reason
    /// Member names and indices, from the root.
    package let path: [String]

    init(_ reason: Reason, _ path: [any CodingKey] = [], _ name: String? = nil) {
        self.reason = reason
        self.path = path.map { $0.intValue.map(String.init) ?? $0.stringValue } + (name.map { [$0] } ?? [])
    }

    /// The place as a JSON Pointer (RFC 6901); empty for the root.
    package var pointer: String {
        path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// One sentence, with names of the document and none of its values.
    package var description: String { "\(pointer.isEmpty ? "The document" : pointer) is \(reason.rawValue)." }
}
