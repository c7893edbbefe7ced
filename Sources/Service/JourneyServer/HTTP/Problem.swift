public import JourneyBase
package import JourneyWire

/// An error response as `application/problem+json` (RFC 9457), with a stable `code` and, for input, one entry per field.
public struct Problem: Error, Hashable, Sendable {
    public var status: Int
    /// A stable name such as `INSUFFICIENT_FUNDS`.
    public var code: String
    /// One short sentence that is the same for every occurrence of the code.
    public var title: String
    /// Fields that were not accepted, by name, each with a sentence that may be shown to the person.
    public var fields: [String: String]
    public var headers: HTTPFields

    public init(
        _ status: Int, _ code: String, _ title: String, fields: [String: String] = [:], headers: HTTPFields = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.fields = fields
        self.headers = headers
    }

    /// A refusal of a contract, with a sentence.
    package init(
        _ refusal: WireRefusal, _ title: String, fields: [String: String] = [:], headers: HTTPFields = [:]
    ) {
        self.init(refusal.status, refusal.code, title, fields: fields, headers: headers)
    }

    /// The problem's JSON: `type`, `status`, `title`, `code`, and `errors` with one `{field, detail}` per field.
    public var body: JSONValue {
        let errors = fields.sorted { $0.key < $1.key }.map { ProblemBody.Field(field: $0.key, detail: $0.value) }
        return ProblemBody(status: status, title: title, code: code, errors: errors.isEmpty ? nil : errors).json
    }

    /// The problem as a response; never cached.
    public var response: HTTPResponse { Problem.response(status: status, body: body, headers: headers) }

    /// The code of a response that is a problem; `nil` where it has none that could be one of ours.
    static func code(of response: HTTPResponse) -> String? {
        guard response.headers["Content-Type"] == ProblemBody.mediaType, response.body.count <= 16_384,
            let code = (try? ProblemBody(response.body))?.code, (1...64).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        else { return nil }
        return code
    }

    /// Creates a response from a problem that was stored as JSON.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The problem.
    ///   - headers: Further header fields.
    /// - Returns: The response, as `application/problem+json`.
    public static func response(status: Int, body: JSONValue, headers: HTTPFields = [:]) -> HTTPResponse {
        var headers = headers
        headers["Cache-Control"] = "no-store"
        var response = HTTPResponse.json(body, status: status, headers: headers)
        response.headers["Content-Type"] = ProblemBody.mediaType
        return response
    }
}
