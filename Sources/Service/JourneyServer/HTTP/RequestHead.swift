package import JourneyBase

/// The head of a request, checked: what is left after this is the body.
///
/// What is ambiguous is refused, because two parsers that read one request differently are how requests are smuggled
/// (RFC 9112, section 11.2).
package struct RequestHead: Sendable {
    package let method: HTTPMethod
    package let url: HTTPSURL
    package let headers: HTTPFields

    /// The status with which a request is refused.
    package struct Refusal: Error, Hashable {
        package let status: Int
    }

    /// The rules that decide which requests a server accepts.
    package final class Rules: Sendable {
        let limits: ServerLimits
        /// The origins it answers for, by the usual spelling of `Host`.
        fileprivate let origins: [(host: String, origin: Origin)]

        /// Creates rules.
        ///
        /// - Parameters:
        ///   - names: The host names, without port, in lower case.
        ///   - port: The port that the server listens on.
        ///   - publicPort: The port that clients use if a proxy or port forwarding maps it to `port`.
        ///   - limits: The limits of the server.
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

    /// The framing of a body: how its end is found (RFC 9112, section 6).
    package enum Framing: Hashable, Sendable {
        /// The request has no body.
        case none
        /// A body of so many bytes, as announced; zero of them too.
        case length(Int)
        /// A body of a length that is not announced: in chunks, and in HTTP/2 up to the end of the stream.
        case chunked
    }

    /// A version of HTTP.
    package enum Version: Hashable, Sendable { case http10, http11, http2 }

    package let version: Version
    /// The framing of the body that follows the head.
    package let framing: Framing
    /// `true` if another request may follow on the connection: not on one of HTTP/1.0, and not behind
    /// `Connection: close` (RFC 9112, section 9.3).
    package let isPersistent: Bool
    /// `true` if the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    package let expectsContinue: Bool

    /// `true` if a body follows, of one byte or more as far as is known.
    package var hasBody: Bool { framing != .none && framing != .length(0) }

    /// Checks the head of an HTTP/1.0 or HTTP/1.1 request.
    ///
    /// Throws 400 for what is malformed, 413 for a length that no number here holds, 414 and 431 for what is too long, 421
    /// for another server's name, 501 for a method or coding that is not known, 505 for another version.
    package init(
        method: String, target: String, version: String = "HTTP/1.1", headers: HTTPFields, rules: Rules
    ) throws(Refusal) {
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw Refusal(status: 505) }
        self.version = version == "HTTP/1.1" ? .http11 : .http10
        guard target.utf8.count <= rules.limits.target else { throw Refusal(status: 414) }
        guard headers.fields.count <= rules.limits.fields else { throw Refusal(status: 431) }
        guard let method = HTTPMethod(rawValue: method) else { throw Refusal(status: 501) }
        let facts = Facts(headers)
        guard let host = facts.host, facts.hosts == 1 else { throw Refusal(status: 400) }
        let origin = try RequestHead.origin(of: host, rules: rules)
        framing = try facts.framing()
        // What knows no chunks cannot have meant them (RFC 9112, section 6.1).
        guard framing != .chunked || self.version == .http11 else { throw Refusal(status: 400) }
        url = try RequestHead.url(origin, target)
        self.method = method
        self.headers = headers
        isPersistent = self.version == .http11 && !facts.isClosing
        expectsContinue = self.version == .http11 && facts.expectsContinue && framing != .none && framing != .length(0)
    }

    /// Checks the head of an HTTP/2 request, from its pseudo-header fields (RFC 9113, section 8.3.1). The headers of the
    /// result hold the authority as `Host`, as a service knows it from HTTP/1.1.
    ///
    /// - Parameters:
    ///   - path: `:path`.
    ///   - authority: `:authority`, where there is one; a `Host` field must then be the same or absent.
    ///   - isEnded: Whether the stream ends with the head.
    /// - Throws: As for HTTP/1.1; 400 for fields that HTTP/2 does not have (section 8.2.2).
    package init(
        method: String, path: String, authority: String?, headers: HTTPFields, isEnded: Bool, rules: Rules
    ) throws(Refusal) {
        version = .http2
        guard path.utf8.count <= rules.limits.target else { throw Refusal(status: 414) }
        let facts = Facts(headers)
        // The authority stands among them in the end.
        guard headers.fields.count + (facts.hosts == 0 ? 1 : 0) <= rules.limits.fields else {
            throw Refusal(status: 431)
        }
        guard let method = HTTPMethod(rawValue: method) else { throw Refusal(status: 501) }
        guard !facts.isOfConnection, facts.hosts <= 1, let host = authority ?? facts.host,
            facts.host.map({ HTTPFields.isSame($0, host) }) ?? true
        else { throw Refusal(status: 400) }
        let origin = try RequestHead.origin(of: host, rules: rules)
        let announced = try facts.framing()
        switch announced {
        case .none: framing = isEnded ? .none : .chunked
        case .length(let length) where !isEnded || length == 0: framing = announced
        default: throw Refusal(status: 400)
        }
        url = try RequestHead.url(origin, path)
        self.method = method
        var headers = headers
        if facts.hosts == 0 { headers.add("Host", host) }
        self.headers = headers
        isPersistent = true
        expectsContinue = facts.expectsContinue && !isEnded
    }

    /// Throws 413 when a longer body than `limit` is announced.
    package func checkLength(limit: Int) throws(Refusal) {
        if case .length(let length) = framing, length > limit { throw Refusal(status: 413) }
    }

    private static func url(_ origin: Origin, _ target: String) throws(Refusal) -> HTTPSURL {
        guard target.utf8.first == UInt8(ascii: "/") else { throw Refusal(status: 400) }
        var target = target
        let (hasQuery, hasEscapes) = target.withUTF8 {
            ($0.contains(UInt8(ascii: "?")), $0.contains(UInt8(ascii: "%")))
        }
        let mark = hasQuery ? target.utf8.firstIndex(of: UInt8(ascii: "?")) : nil
        let path = mark.map { String(target[..<$0]) } ?? target
        // Where a path becomes a name in C, it would end here.
        guard !hasEscapes || !path.contains("%00") else { throw Refusal(status: 400) }
        let query = mark.map { String(target[target.utf8.index(after: $0)...]) }
        guard let url = HTTPSURL(origin: origin, path: path, query: query) else { throw Refusal(status: 400) }
        return url
    }

    private static func origin(of host: String, rules: Rules) throws(Refusal) -> Origin {
        if let known = rules.origins.first(where: { $0.host == host }) { return known.origin }
        guard let url = HTTPSURL("https://" + host.lowercased() + "/"), url.path == "/", url.query == nil else {
            throw Refusal(status: 400)
        }
        // A name that was never ours can only come from a client that was led here (DNS rebinding).
        guard rules.origins.contains(where: { $0.origin == url.origin }) else { throw Refusal(status: 421) }
        return url.origin
    }
}
