import JourneyBase
import Testing

@Suite("HTTP redirects")
struct RedirectPolicyTests {
    private let home: HTTPSURL
    private let other: Origin

    init() throws {
        home = try #require(HTTPSURL("https://bank.example/a/b?c"))
        other = try #require(Origin(scheme: "https", host: "login.example", port: 443))
    }

    private func next(
        _ policy: RedirectPolicy, _ location: String?, status: Int = 307, hops: Int = 0, method: HTTPMethod = .get,
        headers: HTTPFields = [:], stream: HTTPBodyStream? = nil
    ) -> HTTPRequest? {
        let request = HTTPRequest(
            method: method, url: home, headers: headers, body: method == .post && stream == nil ? [1] : [],
            stream: stream)
        var answer: HTTPFields = [:]
        answer["Location"] = location
        return policy.next(after: request, response: HTTPResponse(status: status, headers: answer), hops: hops)
    }

    @Test("no redirect is followed by default")
    func refusedByDefault() {
        #expect(HTTPOptions().redirects == .refuse)
        #expect(next(.refuse, "/x") == nil)
    }

    @Test(
        "a same-origin redirect has the same scheme, host and port",
        arguments: [
            ("/x", true), ("x", true), ("https://bank.example/x", true), ("https://bank.example:443/x", true),
            ("//bank.example/x", true), ("https://bank.example:8443/x", false), ("http://bank.example/x", false),
            ("https://www.bank.example/x", false), ("https://bank.example.evil.test/x", false),
            ("https://bank.example@evil.test/x", false), ("//evil.test/x", false), ("https:\\\\evil.test", false),
            ("javascript:1", false), ("ftp://bank.example/x", false),
        ])
    func sameOrigin(location: String, isFollowed: Bool) {
        let next = next(.sameOrigin(), location)
        #expect((next != nil) == isFollowed)
        #expect(next.map { $0.url.origin == home.origin } ?? true)
    }

    @Test("redirects to listed origins are followed, and no others")
    func listed() {
        let policy = RedirectPolicy.origins([other])
        #expect(next(policy, "https://login.example/x")?.url.description == "https://login.example/x")
        #expect(next(policy, "/x")?.url.origin == home.origin)
        for bad in ["http://login.example/x", "https://login.example:444/x", "https://evil.test/x"] {
            #expect(next(policy, bad) == nil)
        }
    }

    @Test("the redirect itself is returned after the limit")
    func limit() {
        #expect(next(.sameOrigin(limit: 2), "/x", hops: 1) != nil)
        #expect(next(.sameOrigin(limit: 2), "/x", hops: 2) == nil)
        #expect(next(.sameOrigin(limit: 0), "/x") == nil)
    }

    @Test("a redirect to another origin has no credentials")
    func credentials() {
        let headers: HTTPFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Partner-Id": "p", "X-Idempotency-Key": "k",
            "traceparent": "00", "Accept": "application/json", "Accept-Language": "en",
        ]
        let away = next(.origins([other]), "https://login.example/", headers: headers)
        #expect(away?.headers.fields.map(\.name) == ["Accept", "Accept-Language"])
        let same = next(.origins([other]), "/x", headers: headers)
        #expect(same?.headers == headers)
    }

    @Test(
        "method and body change with the status as specified",
        arguments: [
            (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (303, .post, .get), (307, .post, .post),
            (308, .post, .post), (301, .put, .put), (302, .delete, .delete), (303, .put, .get), (303, .head, .head),
            (301, .head, .head), (308, .get, .get),
        ])
    func methods(status: Int, method: HTTPMethod, expected: HTTPMethod) {
        let next = next(.sameOrigin(), "/x", status: status, method: method, headers: ["Content-Type": "text/plain"])
        #expect(next?.method == expected)
        if method == .post {
            #expect(next?.body == (expected == .post ? [1] : []))
            #expect((next?.headers["Content-Type"] != nil) == (expected == .post))
        }
    }

    @Test("a consumed body stream is not sent again")
    func streamed() {
        let gone = HTTPBodyStream([1])
        #expect(next(.sameOrigin(), "/x", status: 307, method: .post, stream: gone) == nil)
        let seeOther = next(.sameOrigin(), "/x", status: 303, method: .post, stream: gone)
        #expect(seeOther?.method == .get && seeOther?.stream == nil)
    }

    @Test("other statuses and a missing or repeated Location are not followed")
    func noRedirect() {
        for status in [200, 201, 300, 304, 305, 306, 309, 400] {
            #expect(next(.sameOrigin(), "/x", status: status) == nil)
        }
        #expect(next(.sameOrigin(), nil) == nil)
        var twice = HTTPFields()
        twice.add("Location", "/x")
        twice.add("location", "/y")
        let request = HTTPRequest(url: home)
        let answer = HTTPResponse(status: 302, headers: twice)
        #expect(RedirectPolicy.sameOrigin().next(after: request, response: answer, hops: 0) == nil)
    }
}
