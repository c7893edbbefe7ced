import JourneyBase
import Synchronization
import Testing

@testable import JourneyWeb

/// The end of a sign-in: only at the app's own scheme, passed on unchanged.
@Suite(
    "Hostile pages: the sign-in's return address",
    .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct HostileReturnTests {
    private static let rows: [(address: String, end: String)] = [
        ("partnerdemo:/signed-in?code=1&state=2", "partnerdemo:/signed-in?code=1&state=2"),
        // Another host, another path, more members: passed on unchanged, because the client compares all of it.
        ("partnerdemo://evil/signed-in?code=1", "partnerdemo://evil/signed-in?code=1"),
        ("PARTNERDEMO:/signed-in?code=1", "partnerdemo:/signed-in?code=1"),
        ("partnerdemox:/signed-in?code=1", "ORIGIN_BLOCKED"), ("xpartnerdemo:/signed-in?code=1", "ORIGIN_BLOCKED"),
        ("partnerdemo.evil:/signed-in?code=1", "ORIGIN_BLOCKED"), ("partner-demo:/signed-in", "ORIGIN_BLOCKED"),
        ("p\u{430}rtnerdemo:/signed-in", "PAGE_LOAD_FAILED"), ("partnerdemo%3A/signed-in", "PAGE_LOAD_FAILED"),
        ("https://partnerdemo/signed-in?code=1", "ORIGIN_BLOCKED"),
        ("https://evil.localhost:PORT/?partnerdemo:/signed-in", "ORIGIN_BLOCKED"),
        ("https://partnerdemo:PORT@evil.localhost:PORT/", "ORIGIN_BLOCKED"),
    ]

    @Test("an address that resembles the app's return address is not accepted, and its code is not used")
    func lookAlikes() async throws {
        let list = JSONValue.array(HostileReturnTests.rows.map { .string($0.address) }).compactText
        let page = """
            <!doctype html><title>Sign in</title>
            <script nonce="test">location.href = \(list)[Number(location.search.slice(1))];</script>
            """
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            let leaf = stage.leaf
            let browser = WebKitBrowserSession { policy in
                Dictionary(uniqueKeysWithValues: policy.allowed.map { ($0.host, leaf) })
            }
            for (number, row) in HostileReturnTests.rows.enumerated() {
                let address = try stage.url("/?\(number)")
                var end: String
                do {
                    end = try await browser.open(
                        BrowserSessionRequest(signInAt: address, redirectScheme: "partnerdemo"))
                } catch {
                    end = (error as? JourneyError)?.code.rawValue ?? "\(error)"
                }
                #expect(end == row.end, "\(row.address)")
            }
            #expect(!stage.asked.contains { $0.hasPrefix("evil") })
        }
    }
}
