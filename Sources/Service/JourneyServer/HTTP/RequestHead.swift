package import JourneyBase

/// The head of a request, checked: what is left after this is the body.
///
/// What is ambiguous is refused, because two parsers that read one request differently are how requests are smuggled
/// (RFC 9112, section 11.2).
package struct RequestHead: Sendable {
    package let method: HTTPMethod
    package let url: HTTPSURL
    package let headers: HTTPFields

    /// Why a request gets no further, as a status.
    package struct Refusal: Error, Hashable {
        let status: Int
    }

    /// Which requests a server takes for its own.
    package struct Rules: Sendable {
        let limits: ServerLimits
        /// The origins it answers for, by the usual spelling of `Host`.
        fileprivate let origins: [(host: String, origin: Origin)]

        /// `names` are host names without the port, in lower case; `publicPort` is the one that clients know, where
        /// something before the server maps it to `port`.
        package init(names: Set<String>, port: Int, publicPort: Int? = nil, limits: ServerLimits) {
            self.limits = limits
            var origins: [(host: String, origin: Origin)] = []
            for name in names {
                for port in Set([port, publicPort ?? port]) {
                    guard let origin = Origin(scheme: "https", host: name, port: port) else { continue }
                    origins.append(("\(name):\(port)", origin))
                    if port == 443 { origins.append((name, origin)) }
                }
            }
            self.origins = origins
        }
    }

    /// The announced length of the body, where it is announced.
    private let length: Int?
    /// Whether a body follows.
    package let hasBody: Bool

    /// Throws 400 for what is malformed, 414 and 431 for what is too long, 421 for another server's name, 501 for a method
    /// or coding that is not known, 505 for another version.
    package init(
        method: String, target: String, version: String = "HTTP/1.1", headers: HTTPFields, rules: Rules
    ) throws(Refusal) {
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw Refusal(status: 505) }
        guard target.utf8.count <= rules.limits.target else { throw Refusal(status: 414) }
        guard headers.fields.count <= rules.limits.fields else { throw Refusal(status: 431) }
        guard let method = HTTPMethod(rawValue: method) else { throw Refusal(status: 501) }
        let origin = try RequestHead.origin(headers, rules: rules)
        let codings = headers.values(of: "Transfer-Encoding")
        length = try RequestHead.length(headers, codings: codings)
        hasBody = !codings.isEmpty || (length ?? 0) > 0
        // What knows no chunks cannot have meant them (RFC 9112, section 6.1).
        guard codings.isEmpty || version == "HTTP/1.1" else { throw Refusal(status: 400) }
        guard target.utf8.first == UInt8(ascii: "/") else { throw Refusal(status: 400) }
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = mark.map { String(target[..<$0]) } ?? target
        let query = mark.map { String(target[target.utf8.index(after: $0)...]) }
        guard let url = HTTPSURL(origin: origin, path: path, query: query) else { throw Refusal(status: 400) }
        self.method = method
        self.url = url
        self.headers = headers
    }

    /// Throws 413 when a longer body than `limit` is announced.
    package func checkLength(limit: Int) throws(Refusal) {
        if let length, length > limit { throw Refusal(status: 413) }
    }

    private static func origin(_ headers: HTTPFields, rules: Rules) throws(Refusal) -> Origin {
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 else { throw Refusal(status: 400) }
        if let known = rules.origins.first(where: { $0.host == hosts[0] }) { return known.origin }
        guard let url = HTTPSURL("https://" + hosts[0].lowercased() + "/"), url.path == "/", url.query == nil else {
            throw Refusal(status: 400)
        }
        // A name that was never ours can only come from a client that was led here (DNS rebinding).
        guard rules.origins.contains(where: { $0.origin == url.origin }) else { throw Refusal(status: 421) }
        return url.origin
    }

    private static func length(_ headers: HTTPFields, codings: [String]) throws(Refusal) -> Int? {
        let lengths = headers.values(of: "Content-Length")
        guard lengths.count <= 1, codings.count <= 1, lengths.isEmpty || codings.isEmpty else {
            throw Refusal(status: 400)
        }
        if let coding = codings.first, coding.lowercased() != "chunked" { throw Refusal(status: 501) }
        guard let length = lengths.first else { return nil }
        guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !length.isEmpty else {
            throw Refusal(status: 400)
        }
        guard let count = Int(length) else { throw Refusal(status: 413) }
        return count
    }
}
