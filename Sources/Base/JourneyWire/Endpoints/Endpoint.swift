package import JourneyBase

/// One method and path of a contract, with the bodies that go there and come back.
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

/// The facts of an endpoint, whatever its bodies: for a list of a contract's endpoints.
package protocol WireEndpoint: Sendable {
    var method: HTTPMethod { get }
    /// The path; a segment such as `{id}` takes any one segment that is not empty.
    var path: String { get }
    /// The status of an answer that went well.
    var status: Int { get }
    /// The names of the query's parameters.
    var query: [String] { get }
    /// The headers of the request that the contract defines.
    var headers: [String] { get }
    /// The refusals that belong to this endpoint.
    var refusals: [WireRefusal] { get }
    var request: any WireBody.Type { get }
    var response: any WireBody.Type { get }
}

extension WireEndpoint {
    /// The last segment of the path, as events and messages name the endpoint.
    package var operation: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The path with `values` in the place of its names, in order, each percent-encoded.
    package func path(_ values: String...) -> String { filled(values) }

    /// The same without its first slash, as addresses are continued.
    package func relativePath(_ values: String...) -> String { String(filled(values).dropFirst()) }

    private func filled(_ values: [String]) -> String {
        var values = values[...]
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? PathSegment.encoded(values.popFirst() ?? "") : String(segment)
        }.joined(separator: "/")
    }
}

extension Endpoint where Request: WireMessage {
    /// The request with `message`.
    package func request(_ url: HTTPSURL, _ message: Request, headers: HTTPFields = [:]) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url, headers: headers, body: message.json.compactBytes)
        request.headers["Content-Type"] = Request.mediaType
        return request
    }
}

extension Endpoint where Response: WireMessage {
    /// The response with `message`, as the service sends it.
    package func response(_ message: Response, headers: HTTPFields = [:]) -> HTTPResponse {
        .json(message.json, status: status, headers: headers)
    }

    /// The message of a response, as a client reads it: members that it does not know are passed over.
    ///
    /// - Throws: `WireError`.
    package func message(of response: HTTPResponse, limits: JSONLimits) throws(WireError) -> Response {
        try Response(response.body, limits: limits)
    }
}
