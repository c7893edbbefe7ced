import JourneyBase
import JourneyCrypto

/// Bytes with a strong entity tag, for conditional requests (RFC 9110, section 13).
struct CachedDocument {
    let bytes: [UInt8]
    let type: String

    var entityTag: String { "\"\(Base64URL.encode(SHA256.hash(bytes)))\"" }

    /// The bytes, or 304 when the client has them.
    func response(to request: HTTPRequest, cacheControl: String) -> HTTPResponse {
        let tag = entityTag
        let headers: HTTPFields = ["ETag": tag, "Cache-Control": cacheControl]
        if let known = request.headers["If-None-Match"], CachedDocument.matches(known, tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        var response = HTTPResponse(status: 200, headers: headers, body: bytes)
        response.headers["Content-Type"] = type
        return response
    }

    /// Weak comparison, as RFC 9110, section 13.1.2 asks for.
    private static func matches(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { entry in
            let entry = entry.drop { $0 == " " }
            let plain = entry.hasPrefix("W/") ? entry.dropFirst(2) : entry
            return plain.prefix { $0 != " " } == tag || plain == "*"
        }
    }
}
