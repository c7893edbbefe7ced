package import JourneyBase

/// An endpoint of a contract: method and path, with the types of the request and response bodies.
package struct Endpoint<Request: WireBody, Response: WireBody>: WireEndpoint {
    package let method: HTTPMethod
    package let path: String
    package let status: Int
    package let query: [String]
    package let headers: [String]
    package let refusals: [WireRefusal]

    package init(
        _ method: HTTPMethod, _ path: String, status: Int = 200, query: [String] = [], headers: [String] = [],
        refusals: [WireRefusal] = []
    ) {
        self.method = method
        self.path = path
        self.status = status
        self.query = query
        self.headers = headers
        self.refusals = refusals
    }

    package var request: any WireBody.Type { Request.self }
    package var response: any WireBody.Type { Response.self }
}

/// The properties of an endpoint without its body types, for lists of endpoints.
package protocol WireEndpoint: Sendable {
    var method: HTTPMethod { get }
    /// The path. A segment such as `{id}` matches any single segment that isn't empty.
    var path: String { get }
    /// The status of a successful response.
    var status: Int { get }
    /// The names of the query parameters.
    var query: [String] { get }
    /// The request header fields that the contract defines.
    var headers: [String] { get }
    /// The refusals of this endpoint.
    var refusals: [WireRefusal] { get }
    var request: any WireBody.Type { get }
    var response: any WireBody.Type { get }
}

extension WireEndpoint {
    /// The last segment of the path, which names the endpoint in events and messages.
    package var operation: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Returns the path with its parameters replaced by `values`, in order and percent-encoded.
    package func path(_ values: String...) -> String { filled(values) }

    /// Returns the same without the leading slash, to append it to a base URL.
    package func relativePath(_ values: String...) -> String { String(filled(values).dropFirst()) }

    private func filled(_ values: [String]) -> String {
        var values = values[...]
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? PathSegment.encoded(values.popFirst() ?? "") : String(segment)
        }.joined(separator: "/")
    }
}

extension Endpoint where Request: WireMessage {
    /// Creates a request with `message` as its body.
    package func request(_ url: HTTPSURL, _ message: Request, headers: HTTPFields = [:]) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url, headers: headers, body: message.json.compactBytes)
        request.headers["Content-Type"] = Request.mediaType
        return request
    }
}

extension Endpoint where Response: WireMessage {
    /// Creates a response with `message` as its body.
    package func response(_ message: Response, headers: HTTPFields = [:]) -> HTTPResponse {
        .json(message.json, status: status, headers: headers)
    }

    /// Decodes the message of a response. Unknown members are ignored.
    ///
    /// - Throws: `WireError`.
    package func message(of response: HTTPResponse, limits: JSONLimits) throws(WireError) -> Response {
        try Response(response.body, limits: limits)
    }
}
