import Foundation
import JourneyBase

extension HTTPRequest {
    /// What follows the scheme in the one `Authorization` field; `nil` when there is none of that scheme.
    func credentials(_ scheme: String) -> String? {
        let fields = headers.values(of: "Authorization")
        guard fields.count == 1 else { return nil }
        let parts = fields[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == scheme.lowercased(), !parts[1].isEmpty else { return nil }
        return String(parts[1])
    }

    /// Whether the body is said to be of `essence`: once, in UTF-8 and not compressed, as services take it.
    func hasBody(_ essence: String) -> Bool {
        let types = headers.values(of: "Content-Type")
        guard types.count == 1, let type = MediaType(types[0]), type.essence == essence else { return false }
        return type.parameters.allSatisfy { $0.name == "charset" && $0.value.lowercased() == "utf-8" }
            && headers.values(of: "Content-Encoding").allSatisfy { $0 == "identity" }
    }

    /// The members of a JSON body; `nil` for what is none, or is more than `limits` let through. The type is not looked at.
    func members(_ limits: JSONLimits = JSONLimits(bytes: 16 * 1_024, depth: 4, values: 64)) -> [String: JSONValue]? {
        (try? JSONReader.read(body, limits: limits))?.object
    }
}

/// A service's no: an answer of `application/problem+json` (RFC 9457) with a stable code.
struct Refusal: Error, Hashable {
    let status: Int
    let code: String
    /// Seconds to wait; `nil` where waiting changes nothing.
    let retryAfter: Int64?
    let more: [String: JSONValue]

    init(_ status: Int, _ code: String, _ more: [String: JSONValue] = [:], retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.more = more
        self.retryAfter = retryAfter
    }

    static let notFound = Refusal(404, "NOT_FOUND")

    var body: JSONValue {
        .object(
            ["type": "about:blank", "status": .number(JSONNumber(status)), "code": .string(code)].merging(more) { $1 })
    }

    var response: HTTPResponse { Refusal.response(status, body, retryAfter: retryAfter) }

    /// A refusal whose body was kept.
    static func response(_ status: Int, _ body: JSONValue, retryAfter: Int64? = nil) -> HTTPResponse {
        var headers: HTTPFields = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
        if let retryAfter { headers.add("Retry-After", "\(max(1, retryAfter))") }
        return HTTPResponse(status: status, headers: headers, body: body.compactBytes)
    }
}
