import JourneyBase
import JourneyCrypto

/// Bytes with a strong entity tag, for conditional requests (RFC 9110, section 13).
struct CachedDocument {
    let bytes: [UInt8]
    let type: String?
    /// SHA-256 of the bytes.
    let digest: [UInt8]

    init(bytes: [UInt8], type: String?) {
        self.bytes = bytes
        self.type = type
        digest = SHA256.hash(bytes)
    }

    /// Returns 200 with the bytes, or 304 if the client has them.
    func response(to request: HTTPRequest, cacheControl: String) -> HTTPResponse {
        if let unchanged = CachedDocument.unchanged(digest, for: request, cacheControl: cacheControl) {
            return unchanged
        }
        var response = HTTPResponse(status: 200, headers: CachedDocument.headers(digest, cacheControl), body: bytes)
        response.headers["Content-Type"] = type
        return response
    }

    /// Returns 304 if the client has the bytes with the SHA-256 `digest`, otherwise `nil`.
    static func unchanged(_ digest: [UInt8], for request: HTTPRequest, cacheControl: String) -> HTTPResponse? {
        guard let known = request.headers["If-None-Match"], matches(known, tag(digest)) else { return nil }
        return HTTPResponse(status: 304, headers: headers(digest, cacheControl))
    }

    private static func tag(_ digest: [UInt8]) -> String { "\"\(Base64URL.encode(digest))\"" }

    private static func headers(_ digest: [UInt8], _ cacheControl: String) -> HTTPFields {
        ["ETag": tag(digest), "Cache-Control": cacheControl]
    }

    /// Compares weakly (RFC 9110, section 13.1.2).
    private static func matches(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { entry in
            let entry = entry.drop { $0 == " " }
            let plain = entry.hasPrefix("W/") ? entry.dropFirst(2) : entry
            return plain.prefix { $0 != " " } == tag || plain == "*"
        }
    }
}
