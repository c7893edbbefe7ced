/// The body of a refusal in `application/problem+json` (RFC 9457), with this package's members.
package struct ProblemBody: WireMessage {
    /// A rejected field.
    package struct Field: WireMessage {
        package let field: String
        /// A sentence that may be shown to the person.
        package let detail: String

        package init(field: String, detail: String) {
            self.field = field
            self.detail = detail
        }
    }

    package static let mediaType: String? = "application/problem+json"

    package let type: String?
    package let status: Int?
    package let title: String?
    /// A stable name such as `INSUFFICIENT_FUNDS`.
    package let code: String?
    package let errors: [Field]?

    package init(status: Int, title: String, code: String, errors: [Field]? = nil) {
        type = "about:blank"
        self.status = status
        self.title = title
        self.code = code
        self.errors = errors
    }
}
