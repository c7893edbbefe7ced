package import JourneyBase

/// The parts of a response, beside the body of a success, that a 1.3 manifest declares that it reads.
package struct CallReply: Hashable, Sendable {
    /// The longest header value that a manifest can read, in bytes.
    package static let valueLimit = 4_096

    /// The status; `nil` when there was no response.
    package var status: Int?
    /// The values of the declared headers, by name in lower case. Several fields of one name are joined by `, `.
    package var headers: [String: String]
    /// The body of an error response, where it is JSON; otherwise `null`.
    package var body: JSONValue
    /// `true` if a status query has decided the call, so that the answer is that of the query.
    package var isFromQuery = false
    /// The conclusion from a failure, where a table or a status query gives one that the status does not show.
    package var conclusion: CallRefusal?

    package init(status: Int? = nil, headers: [String: String] = [:], body: JSONValue = .null) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Reads the headers called `names` from a response. Values that are too long or not visible ASCII count as absent.
    package init(_ response: HTTPResponse, headers names: [String], body: JSONValue = .null) {
        status = response.status
        self.body = body
        headers = [:]
        for name in names {
            let values = response.headers.values(of: name)
            let text = values.joined(separator: ", ")
            guard !values.isEmpty, text.utf8.count <= CallReply.valueLimit,
                text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { continue }
            headers[name] = text
        }
    }

    /// Returns the values that expressions over a response know: `status`, `headers` and the body as `result`.
    package func scope(result: JSONValue) -> ExpressionScope {
        var values: [String: ExpressionValue] = [
            "headers": ExpressionValue(.object(headers.mapValues { .string($0) }))
        ]
        values["status"] = status.map { .int(Int64($0)) }
        return ExpressionScope(Context(result: result), values: values)
    }

    /// The variables of expressions over a response.
    ///
    /// - Parameters:
    ///   - result: The type of the body.
    ///   - names: The declared headers, in lower case. Others are unknown members.
    /// - Returns: The environment.
    static func environment(result: ExpressionType, headers names: [String]) -> ExpressionEnvironment {
        ExpressionEnvironment(types: [
            "result": result, "status": .int,
            "headers": .object(
                ExpressionObjectType(members: Dictionary(uniqueKeysWithValues: names.map { ($0, .string) }))),
        ])
    }
}
