internal import JourneyBase

/// The request body of an operation, in the one media type that is sent.
struct RequestBody: Sendable {
    let isRequired: Bool
    /// The value of `Content-Type`; multipart forms add their boundary.
    let type: MediaType
    let kind: Kind
    /// Validates the whole body.
    let check: ValueRule
    /// `true` if each member of the body is an argument of its own; otherwise the argument `body` is the whole body.
    let isFlat: Bool
    /// `true` if undeclared members are accepted.
    let isOpen: Bool
    /// Members that only the bank sets, and no request has.
    let excluded: Set<String>
    /// `true` if the body carries a file: raw bytes, a file part, or a JSON member that is declared as encoded bytes.
    var carriesFile = false

    enum Kind: Sendable {
        case json
        /// `application/x-www-form-urlencoded`.
        case form([String: FieldForm])
        /// `multipart/form-data`.
        case multipart([String: PartForm])
        case text
        /// The bytes of a file.
        case bytes
    }

    /// The encoding of a form member.
    enum FieldForm: Hashable, Sendable {
        /// The encoding of browsers (WHATWG URL, section 5.2): a plain value as text, an array as one field for each element, an
        /// object as JSON. The default if a document declares none.
        case plain
        case json
        case style(ParameterStyle, explode: Bool, allowsReserved: Bool)
    }

    /// The encoding of a multipart form member.
    struct PartForm: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            /// Text, or JSON if the value is an object.
            case text, json
            case file
        }
        let content: Content
        /// The allowed media types; empty if the document declares none.
        let types: [MediaType]
        /// `true` for an array, each element of which is a part of its own.
        let isList: Bool
    }

    /// Returns the form of the member `name` if it is a file.
    func file(named name: String) -> PartForm? {
        guard case .multipart(let parts) = kind, let form = parts[name], form.content == .file else { return nil }
        return form
    }

    /// The name of the argument that is a whole body.
    static let wholeName = "body"
    /// The name that stands among arguments for a whole body without members, which is sent as `{}`. No argument has it.
    static let emptyName = "body."
}
