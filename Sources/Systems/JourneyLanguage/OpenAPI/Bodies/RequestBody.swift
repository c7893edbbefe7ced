internal import JourneyBase

/// The request body of an operation, in the one media type that is sent.
struct RequestBody: Sendable {
    let isRequired: Bool
    /// As it goes into `Content-Type`; a form with parts adds its boundary.
    let type: MediaType
    let kind: Kind
    /// Judges the whole body.
    let check: ValueRule
    /// Whether each member of the body is an argument of its own; else the argument `body` is all of it.
    let isFlat: Bool
    /// Whether it takes members that are not declared.
    let isOpen: Bool
    /// Members that the bank sets and no request has.
    let excluded: Set<String>
    /// Whether it carries a file: bytes, a part that is a file, or a member of JSON that is declared as encoded bytes.
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

    /// How a member of a form is written.
    enum FieldForm: Hashable, Sendable {
        /// As browsers do (WHATWG URL, section 5.2): a plain value as text, an array as a field for each element, an object
        /// as JSON. Holds where a document says nothing.
        case plain
        case json
        case style(ParameterStyle, explode: Bool, allowsReserved: Bool)
    }

    /// How a member of a form with parts is written.
    struct PartForm: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            /// Text, or JSON where the value is an object.
            case text, json
            case file
        }
        let content: Content
        /// The media types it may have; empty when the document does not say.
        let types: [MediaType]
        /// Whether it is an array, each element a part of its own.
        let isList: Bool
    }

    /// The form of the member `name` where that is a file.
    func file(named name: String) -> PartForm? {
        guard case .multipart(let parts) = kind, let form = parts[name], form.content == .file else { return nil }
        return form
    }

    /// The name of the argument that is a whole body.
    static let wholeName = "body"
}
