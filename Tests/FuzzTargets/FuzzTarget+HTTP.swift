import JourneyBase
import JourneyServer

extension FuzzTarget {
    /// URLs: the normal form of an accepted URL is accepted, as the same URL.
    static let url = FuzzTarget(
        "url",
        seeds: [
            "https://bank.example/a%20b?c=d", "https://[::1]:8443/", "https://user@bank.example/",
            "http://bank.example/",
            "https://bank.example:443/../x", "https://xn--bcher-kva.example/?q=%00", "https://1.2.3.4.:0/",
        ]
    ) { input in
        guard let url = HTTPSURL(String(decoding: input, as: UTF8.self)) else { return }
        let text = url.description
        promise(text.hasPrefix("https://"), "there is no other scheme")
        promise(HTTPSURL(text) == url, "an address has one spelling")
    }

    /// The head of a request from a socket: method, target, one header per line; and what a server reads from it: the route, the
    /// token, the trace, the query.
    static let httpRequest = FuzzTarget(
        "http-request",
        seeds: [
            "GET\n/a?b=c\nHost: bank.example\n", "POST\n/\nHost: bank.example:443\nContent-Length: 5\n",
            "POST\n/\nHost: bank.example\nContent-Length: 5\nTransfer-Encoding: chunked\n",
            "GET\n//evil.example\nHost: x\n",
            "GET\n/%2e%2e/\nHost: bank.example\nHost: bank.example\n",
            "PUT\n/accounts/%C3%A9/entries/1?a=%20&b=+\nHost: bank.example\nAuthorization: Bearer a.b-c~\n",
            "GET\n/\nHost: bank.example\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\ntracestate: a=b,c@d=e\n",
        ]
    ) { input in
        var lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2 else { return }
        let (method, target) = (String(lines.removeFirst()), String(lines.removeFirst()))
        var fields = HTTPFields()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields.add(String(parts[0]), String(parts[1].drop { $0 == " " })) }
        }
        let limits = ServerLimits()
        let rules = RequestHead.Rules(names: ["bank.example"], port: 443, limits: limits)
        guard let head = try? RequestHead(method: method, target: target, headers: fields, rules: rules) else { return }
        promise(head.url.origin.host == "bank.example", "a request is for this server or for nobody")
        promise(target.utf8.count <= limits.target, "a target has a limit")

        let request = HTTPRequest(method: head.method, url: head.url, headers: head.headers)
        _ = router.bodyRule(for: request)
        if let token = BearerToken.of(request) { promise(!token.contains(" "), "a token is one word") }
        if let trace = TraceContext(head.headers) {
            var headers = HTTPFields()
            trace.put(in: &headers)
            promise(TraceContext(headers) == trace, "a trace goes on as it came")
        }
        if let query = head.url.query, let form = FormBody(parsing: query.utf8) {
            promise(FormBody(parsing: form.bytes) == form, "a form has one meaning")
        }
    }

    private static let router = Router([
        Route(.put, "/accounts/{account}/entries/{entry}") { _, _ in HTTPResponse(status: 204) },
        Route(.get, "/") { _, _ in HTTPResponse(status: 204) },
    ])
}
