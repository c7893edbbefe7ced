import JourneyBase

extension HTTPRequest {
    /// What follows the scheme in the one `Authorization` field; `nil` when there is none of that scheme.
    func credentials(_ scheme: String) -> String? {
        let fields = headers.values(of: "Authorization")
        guard fields.count == 1, fields[0].hasPrefix("\(scheme) ") else { return nil }
        return String(fields[0].dropFirst(scheme.count + 1))
    }

    /// The last part of the path.
    var lastPart: String { url.path.split(separator: "/").last.map(String.init) ?? "" }

    /// The members of a JSON body; `nil` for anything else.
    var members: [String: JSONValue]? {
        guard headers["Content-Type"].flatMap(MediaType.init)?.essence == "application/json" else { return nil }
        return (try? JSONReader.read(body, limits: JSONLimits(bytes: 65_536, depth: 8)))?.object
    }
}

/// A service's no: an answer of `application/problem+json` (RFC 9457) with a stable code.
struct Refusal: Error, Hashable {
    let status: Int
    let code: String
    var more: [String: JSONValue] = [:]

    init(_ status: Int, _ code: String, _ more: [String: JSONValue] = [:]) {
        self.status = status
        self.code = code
        self.more = more
    }

    var response: HTTPResponse {
        var headers: HTTPFields = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
        if status == 429 { headers.add("Retry-After", "30") }
        return HTTPResponse(
            status: status, headers: headers,
            body: JSONValue.object(["code": .string(code)].merging(more) { $1 }).compactBytes)
    }
}

/// An origin of a sandbox. The names are reserved for examples (RFC 2606) and never looked up.
func sandboxOrigin(_ host: String) -> Origin {
    guard let origin = Origin(scheme: "https", host: host, port: 443) else { preconditionFailure("\(host) is no host") }
    return origin
}
