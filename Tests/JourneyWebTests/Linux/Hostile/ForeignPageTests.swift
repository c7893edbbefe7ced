import JourneyBase
import Synchronization
import Testing

@testable import JourneyWeb

/// Another party's pages, which end at an https address that the app has claimed.
@Suite(
    "Another party's pages in a browser session",
    .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct ForeignPageTests {
    private static func browser(_ stage: WebEngineFixture) -> WebKitBrowserSession {
        let leaf = stage.leaf
        return WebKitBrowserSession { policy in
            Dictionary(uniqueKeysWithValues: policy.allowed.map { ($0.host, leaf) })
        }
    }

    private static func visit(_ path: String, on stage: WebEngineFixture) async throws -> String {
        let request = BrowserSessionRequest(
            url: try stage.url(path, host: WebEngineFixture.partner),
            hosts: SourcePolicy([try stage.url("/", host: WebEngineFixture.partner).origin]),
            returnAddress: .https(try #require(HTTPSURL("https://return.localhost/done"))))
        do { return try await browser(stage).open(request) } catch let error as JourneyError {
            return error.code.rawValue
        }
    }

    private static let rows: [(script: String, end: String)] = [
        ("location.href = 'https://return.localhost/done?state=1'", "https://return.localhost/done?state=1"),
        ("location.replace('https://return.localhost:443/done#code=1')", "https://return.localhost/done#code=1"),
        (
            "const l = document.createElement('a'); l.href = 'https://return.localhost/done?by=link'; "
                + "document.body.append(l); l.click()",
            "https://return.localhost/done?by=link"
        ),
        (
            "const f = document.createElement('form'); f.action = 'https://return.localhost/done?x'; "
                + "const i = document.createElement('input'); i.name = 'state'; i.value = '1'; f.append(i); "
                + "document.body.append(f); f.submit()",
            "https://return.localhost/done?state=1"
        ),
        ("location.href = 'https://return.localhost/doner?state=1'", "ORIGIN_BLOCKED"),
        ("location.href = 'https://return.localhost/'", "ORIGIN_BLOCKED"),
        ("location.href = 'https://evil.localhost:PORT/'", "ORIGIN_BLOCKED"),
        ("location.href = 'http://return.localhost/done'", "ORIGIN_BLOCKED"),
        ("location.href = 'otherapp:/done'", "ORIGIN_BLOCKED"),
    ]

    @Test("the visit ends at the return address alone, which is never loaded")
    func ends() async throws {
        let pages = Self.rows.enumerated().map { number, row in
            (
                "partner.localhost/\(number)",
                "<!doctype html><title>Bank</title><body><script nonce=\"test\">\(row.script)</script>"
            )
        }
        try await WebEngineFixture.run(Dictionary(uniqueKeysWithValues: pages)) { stage in
            for (number, row) in Self.rows.enumerated() {
                let end = try await Self.visit("/\(number)", on: stage)
                #expect(end == row.end, "\(row.script)")
            }
            #expect(!stage.asked.contains { !$0.hasPrefix("partner.localhost") }, "\(stage.asked)")
        }
    }

    @Test("a redirect to the return address ends the visit too", arguments: [302, 303])
    func redirects(status: Int) async throws {
        let redirect = HTTPResponse(
            status: status, headers: ["Location": "https://return.localhost/done?state=2"])
        try await WebEngineFixture.run([:], responses: ["partner.localhost/": redirect]) { stage in
            let end = try await Self.visit("/", on: stage)
            #expect(end == "https://return.localhost/done?state=2")
        }
    }

    @Test("pages have no bridge, and nothing of one visit is left for the next")
    func isolated() async throws {
        let page = """
            <!doctype html><title>Bank</title><body><script nonce="test">
            const seen = [typeof window.webkit, document.cookie, localStorage.getItem('a'), typeof window.journey];
            document.cookie = 'a=1; secure'; localStorage.setItem('a', '1');
            location.href = 'https://return.localhost/done?seen=' + encodeURIComponent(seen.join());
            </script>
            """
        try await WebEngineFixture.run(["partner.localhost/": page]) { stage in
            for _ in 0..<2 {
                let end = try await Self.visit("/", on: stage)
                #expect(end == "https://return.localhost/done?seen=undefined%2C%2C%2Cundefined")
            }
        }
    }
}
