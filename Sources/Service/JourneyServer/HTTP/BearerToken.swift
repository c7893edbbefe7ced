public import JourneyBase

/// A parser for a request's bearer token (RFC 6750, section 2.1).
public enum BearerToken {
    /// Returns the token; `nil` unless there is exactly one `Authorization` field, with the scheme `Bearer`.
    public static func of(_ request: HTTPRequest) -> String? { of(request, scheme: "bearer") }

    /// Returns the token of another scheme whose tokens have the same shape, such as `DPoP` (RFC 9449, section 7.1); `nil` when there
    /// is not exactly one `Authorization` field with one.
    package static func of(_ request: HTTPRequest, scheme: String) -> String? {
        let fields = request.headers.fields.filter { $0.name.lowercased() == "authorization" }
        guard fields.count == 1, let field = fields.first?.value else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == scheme.lowercased(), isToken(parts[1]) else { return nil }
        return String(parts[1])
    }

    /// RFC 6750's `b64token`, 1 to 4,096 bytes.
    private static func isToken(_ text: Substring) -> Bool {
        (1...4_096).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-._~+/=".utf8.contains(byte)
            }
    }
}
