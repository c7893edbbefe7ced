import JourneyBase
import Testing

@testable import JourneyWeb

/// Addresses that look like the bank's, and ways to reach others, all taken by a page in the engine.
@Suite(
    "Hostile pages: addresses", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileAddressTests {
    private static let blocked: Set<String> = ["ORIGIN_BLOCKED"]
    /// To a browser it is the bank's own, and there is no server.
    private static let nothing: Set<String> = ["PAGE_LOAD_FAILED"]
    /// To a browser it is the bank's own page.
    private static let bank: Set<String> = ["arrived"]
    /// The engine may refuse by itself, without asking.
    private static let stopped: Set<String> = ["ORIGIN_BLOCKED", "stayed"]

    private static let rows: [(address: String, ends: Set<String>)] = [
        ("https://evil.localhost:PORT/x", blocked),
        // Scheme and port.
        ("http://bank.localhost:PORT/x", blocked), ("https://bank.localhost:8443/x", blocked),
        ("https://bank.localhost/x", blocked), ("wss://bank.localhost:PORT/x", blocked),
        // Prefix, suffix, parent, neighbour, trailing dot.
        ("https://bank.localhost.evil.localhost:PORT/x", blocked), ("https://evilbank.localhost:PORT/x", blocked),
        ("https://evil-bank.localhost:PORT/x", blocked), ("https://www.bank.localhost:PORT/x", blocked),
        ("https://localhost:PORT/x", blocked), ("https://bank.localhost.:PORT/x", blocked),
        ("https://bank-localhost:PORT/x", blocked), ("https://bank.localhos:PORT/x", blocked),
        // The bank's name in other parts than the host.
        ("https://bank.localhost@evil.localhost:PORT/x", blocked),
        ("https://bank.localhost:PORT@evil.localhost:PORT/x", blocked),
        ("https://bank.localhost%40evil.localhost:PORT/x", ["stayed"]),
        ("https://evil.localhost:PORT/bank.localhost:PORT/x", blocked),
        ("https://evil.localhost:PORT?https://bank.localhost:PORT/x", blocked),
        ("https://evil.localhost:PORT#https://bank.localhost:PORT/x", blocked),
        ("https://bank.localhost:PORT/x?@evil.localhost", bank),
        ("https://bank.localhost:PORT/x#@evil.localhost", bank),
        // Reversed, missing and superfluous slashes; white space inside.
        ("https:\\\\evil.localhost:PORT\\x", blocked), ("//evil.localhost:PORT/x", blocked),
        ("/\\evil.localhost:PORT/x", blocked), ("\\\\evil.localhost:PORT/x", blocked),
        ("https:///evil.localhost:PORT/x", blocked), ("https://bank.localhost:PORT\\@evil.localhost:PORT/x", nothing),
        ("https:evil.localhost:PORT/x", nothing), ("https:/evil.localhost:PORT/x", nothing),
        ("ht\ttps://evil.local\nhost:PORT/x", blocked), (" https://evil.localhost:PORT/x ", blocked),
        // Letters of other scripts that look the same, in either form; letters that are the same.
        ("https://b\u{430}nk.localhost:PORT/x", blocked), ("https://xn--bnk-5cd.localhost:PORT/x", blocked),
        ("https://bank.l\u{43E}calhost:PORT/x", blocked), ("https://b\u{E4}nk.localhost:PORT/x", blocked),
        ("https://BANK.localhost:PORT/x", bank), ("https://b%61nk.localhost:PORT/x", bank),
        ("https://\u{24D1}ank.localhost:PORT/x", bank), ("https://bank\u{3002}localhost:PORT/x", bank),
        ("https://ba\u{AD}nk.localhost:PORT/x", bank), ("https://bank.localhost:0PORT/x", bank),
        // The same machine by its number.
        ("https://127.0.0.1:PORT/x", blocked), ("https://127.1:PORT/x", blocked),
        ("https://0x7f000001:PORT/x", blocked), ("https://2130706433:PORT/x", blocked),
        ("https://[::1]:PORT/x", blocked), ("https://0:PORT/x", stopped),
        // Not a server's page.
        ("about:blank", blocked), ("about:srcdoc", blocked), ("about:config", blocked), ("mailto:a@b.example", blocked),
        ("tel:123", blocked), ("journey://x", blocked), ("intent://x#Intent;scheme=https;end", blocked),
        ("ftp://bank.localhost:PORT/x", blocked), ("filesystem:https://bank.localhost:PORT/temporary/x", blocked),
        ("view-source:https://bank.localhost:PORT/x", blocked),
        ("blob:https://bank.localhost:PORT/00000000-0000-0000-0000-000000000000", blocked),
        ("data:text/html,x", stopped), ("file:///etc/passwd", stopped), ("javascript:globalThis.ran=1", ["stayed"]),
    ]

    @Test("a navigation to an address that resembles the page's origin is refused, and the page is lost")
    func lookAlikes() async throws {
        let list = JSONValue.array(HostileAddressTests.rows.map { .string($0.address) }).compactText
        let page = WebEngineFixture.page(
            """
            const [number, patience] = location.search.slice(1).split(",").map(Number);
            try { location.href = \(list)[number]; } catch {}
            setTimeout(() => bridge.emit(globalThis.ran ? "ran" : "stayed"), patience);
            """)
        let arrived = WebEngineFixture.page("await bridge.emit(\"arrived\");")
        try await WebEngineFixture.run([
            "bank.localhost/": page, "bank.localhost/x": arrived, "evil.localhost/x": arrived,
        ]) {
            stage in
            for (number, row) in HostileAddressTests.rows.enumerated() {
                // A wait is needed only where nothing may be reported.
                try await stage.present("/?\(number),\(row.ends.contains("stayed") ? 60 : 60_000)")
                let end = try #require(await stage.end())
                #expect(row.ends.contains(end), "\(row.address)")
            }
            #expect(stage.asked.filter { !$0.hasPrefix("bank.localhost/") }.isEmpty)
        }
    }

    /// Pages and responses that lead to another origin.
    private static let ways: [(name: String, answer: HTTPResponse)] = {
        func moved(_ status: Int, _ address: String) -> HTTPResponse {
            HTTPResponse(status: status, headers: ["Location": address])
        }
        func page(_ script: String, body: String = "") -> HTTPResponse {
            WebEngineFixture.answer(WebEngineFixture.page(script, body: body), policy: WebEngineFixture.policy)
        }
        let form = "<form id=\"form\" method=\"post\" action=\"ACTION\"><input name=\"a\" value=\"b\"></form>"
        let submit = "document.querySelector(\"#form\").submit();"
        // Where the engine may refuse by itself, without asking.
        let stays = "setTimeout(() => bridge.emit(\"stayed\"), 60);"
        let evil = "https://evil.localhost:PORT/x"
        var refreshing = page("")
        refreshing.headers.add("Refresh", "0;url=\(evil)")
        return [301, 302, 303, 307, 308].map { ("a redirect, \($0)", moved($0, evil)) } + [
            ("a redirect without a scheme", moved(302, "//evil.localhost:PORT/x")),
            (
                "a redirect to the bank's name and another host",
                moved(302, "https://bank.localhost:PORT@evil.localhost:PORT/x")
            ),
            ("a redirect to plain http", moved(302, "http://bank.localhost:PORT/x")),
            ("a redirect to a redirect", moved(302, "/away")), ("a header that refreshes", refreshing),
            ("a page that refreshes", page("", body: "<meta http-equiv=\"refresh\" content=\"0;url=\(evil)\">")),
            ("a form", page(submit, body: form.replacing("ACTION", with: evil))),
            (
                "a form that is redirected with what is in it",
                page(submit, body: form.replacing("ACTION", with: "/away"))
            ),
            ("a link", page("document.querySelector(\"#a\").click();", body: "<a id=\"a\" href=\"\(evil)\">x</a>")),
            (
                "a link for the top",
                page(
                    "document.querySelector(\"#a\").click();",
                    body: "<a id=\"a\" target=\"_top\" href=\"\(evil)\">x</a>")
            ),
            ("a window that is this one", page("window.open(\"\(evil)\", \"_self\"); \(stays)")),
            (
                "after a step in its own history",
                page("history.pushState({}, \"\", \"/y\"); location.assign(\"\(evil)\");")
            ),
            ("a frame that leads there", page("", body: "<iframe src=\"/away\"></iframe>")),
            (
                "a frame with the address of something made up",
                page(
                    """
                    const frame = document.createElement("iframe");
                    frame.src = URL.createObjectURL(new Blob(["<p>x"], { type: "text/html" }));
                    document.body.append(frame);
                    """)
            ),
            ("a frame whose text is its address", page("", body: "<iframe src=\"data:text/html,x\"></iframe>")),
            ("an object", page(stays, body: "<object data=\"\(evil)\"></object>")),
        ]
    }()

    @Test("no way of navigating to another origin succeeds, and nothing is sent there")
    func ways() async throws {
        var answers = [
            "bank.localhost/away": HTTPResponse(status: 307, headers: ["Location": "https://evil.localhost:PORT/x"])
        ]
        for (number, way) in HostileAddressTests.ways.enumerated() { answers["bank.localhost/\(number)"] = way.answer }
        try await WebEngineFixture.run(["evil.localhost/x": "evil"], responses: answers) { stage in
            for (number, way) in HostileAddressTests.ways.enumerated() {
                try await stage.present("/\(number)")
                let end = try #require(await stage.end())
                let mayStay = ["a window that is this one", "an object"].contains(way.name)
                #expect(end == "ORIGIN_BLOCKED" || (mayStay && end == "stayed"), "\(way.name)")
            }
            #expect(!stage.asked.contains { $0.hasPrefix("evil") })
        }
    }

    @Test("a page that posts while navigating away is lost, and its posts are refused")
    func race() async throws {
        let page = WebEngineFixture.hostile(
            """
            await shake();
            let last = "";
            const posting = (async () => { for (let n = 0; n < 80; n += 1) last = code(await send("event", "tick")); })();
            await new Promise((resolve) => setTimeout(resolve, 1));
            location.replace("https://evil.localhost:PORT/x");
            await posting;
            out(last);
            """)
        try await WebEngineFixture.run(["bank.localhost/": page, "evil.localhost/x": page]) { stage in
            for _ in 0..<3 {
                try await stage.present("/")
                #expect(await stage.loss() == .originBlocked)
                // The page is lost, even though it is still there and continues.
                #expect(try await stage.outcome() == "BRIDGE_NOT_READY")
            }
            #expect(!stage.asked.contains("evil.localhost/x"))
        }
    }

    @Test("a page reached through history is a new document with its own keys and proof")
    func history() async throws {
        let page = WebEngineFixture.hostile(
            """
            const visit = Number(localStorage.getItem("visit") ?? 0) + 1;
            localStorage.setItem("visit", visit);
            await shake();
            await report({ visit, docId, persisted: performance.getEntriesByType("navigation")[0]?.type ?? "" });
            if (visit === 1) location.href = "/two";
            if (visit === 2) history.back();
            """)
        try await WebEngineFixture.run(["bank.localhost/": page, "bank.localhost/two": page]) { stage in
            try await stage.present("/")
            var ids: Set<String> = []
            for visit in 1...3 {
                let report = try #require(await stage.report().payload)
                #expect(report["visit"] == .number(JSONNumber(visit)))
                ids.insert(report["docId"]?.string ?? "")
            }
            #expect(ids.count == 3)
        }
    }
}
