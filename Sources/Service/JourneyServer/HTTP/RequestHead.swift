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
        var names: Set<String>
        var port: Int
        var limits: ServerLimits

        package init(names: Set<String>, port: Int, limits: ServerLimits) {
            self.names = names
            self.port = port
            self.limits = limits
        }
    }

    /// Throws 400 for what is malformed, 413 and 414 for what is too long, 421 for another server's name, 501 for a
    /// method or coding that is not known.
    package init(method: String, target: String, headers: HTTPFields, rules: Rules) throws(Refusal) {
        guard target.utf8.count <= rules.limits.target else { throw Refusal(status: 414) }
        guard let method = HTTPMethod(rawValue: method) else { throw Refusal(status: 501) }
        let origin = try RequestHead.origin(headers, rules: rules)
        try RequestHead.checkFraming(method: method, headers: headers, limit: rules.limits.body)
        guard target.utf8.first == UInt8(ascii: "/") else { throw Refusal(status: 400) }
        let path = target.prefix { $0 != "?" }
        let query = path.endIndex == target.endIndex ? nil : String(target[path.endIndex...].dropFirst())
        guard let url = HTTPSURL(origin: origin, path: String(path), query: query) else { throw Refusal(status: 400) }
        self.method = method
        self.url = url
        self.headers = headers
    }

    private static func origin(_ headers: HTTPFields, rules: Rules) throws(Refusal) -> Origin {
        let hosts = values("Host", in: headers)
        guard hosts.count == 1, let url = HTTPSURL("https://" + hosts[0].lowercased() + "/"),
            url.path == "/", url.query == nil
        else {
            throw Refusal(status: 400)
        }
        // A name that was never ours can only come from a client that was led here (DNS rebinding).
        guard rules.names.contains(url.origin.host), url.origin.port == rules.port else { throw Refusal(status: 421) }
        return url.origin
    }

    private static func checkFraming(method: HTTPMethod, headers: HTTPFields, limit: Int) throws(Refusal) {
        let lengths = values("Content-Length", in: headers)
        let codings = values("Transfer-Encoding", in: headers)
        guard lengths.count <= 1, codings.count <= 1, lengths.isEmpty || codings.isEmpty else {
            throw Refusal(status: 400)
        }
        if let coding = codings.first, coding.lowercased() != "chunked" { throw Refusal(status: 501) }
        guard let length = lengths.first else { return }
        guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !length.isEmpty else {
            throw Refusal(status: 400)
        }
        guard let count = Int(length), count <= limit else { throw Refusal(status: 413) }
    }

    private static func values(_ name: String, in headers: HTTPFields) -> [String] {
        headers.fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
