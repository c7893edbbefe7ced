import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: where pages may lead and reach", .enabled(Stage.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(3)))
struct EngineNavigationTests {
    @Test(
        "a page that goes elsewhere stays where it is, and the journey is lost",
        arguments: [
            "https://evil.localhost:PORT/", "http://bank.localhost:PORT/", "https://bank.localhost:8443/",
            "https://bank.localhost:PORT@evil.localhost:PORT/", "https://bank.localhost.:PORT/",
            "file:///etc/passwd", "data:text/html,x", "about:blank",
            "https://bank.localhost:PORT\\\\@evil.localhost:PORT/x",
            "mailto:a@b.example", "journey://x",
            "blob:https://bank.localhost:PORT/00000000-0000-0000-0000-000000000000",
        ])
    func navigationElsewhere(address: String) async throws {
        // The last spelling that parsers disagree about is the bank's own to a browser, and is not there.
        let page = Stage.page("location.href = \"\(address)\"; setTimeout(() => bridge.emit(\"stayed\"), 400);")
        try await Stage.run(["bank.localhost/": page, "evil.localhost/": "evil"]) { stage in
            try await stage.present("/")
            let end = await stage.next { inbound -> String? in
                switch inbound {
                case .lost(let error): error.code.rawValue
                case .event("stayed", _): "stayed"
                default: nil
                }
            }
            let expected: Set<String> =
                address.contains("\\\\")
                ? ["PAGE_LOAD_FAILED"]
                : address.hasPrefix("data:") || address.hasPrefix("file:")
                    ? ["ORIGIN_BLOCKED", "stayed"]
                    : ["ORIGIN_BLOCKED"]
            #expect(expected.contains(try #require(end)))
            #expect(!stage.asked.contains("evil.localhost/"))
        }
    }

    @Test("a redirect to another origin is not followed")
    func redirect() async throws {
        let away = HTTPResponse(status: 302, headers: ["Location": "https://evil.localhost:PORT/"])
        try await Stage.run(["evil.localhost/": "evil"], responses: ["bank.localhost/": away]) { stage in
            try await stage.present("/")
            #expect(await stage.loss() == .originBlocked)
            #expect(!stage.asked.contains("evil.localhost/"))
        }
    }

    @Test("images, scripts, styles, fetches and sockets stay on the manifest's origins")
    func subresources() async throws {
        let page = Stage.page(
            """
            const reach = async (host) => {
                try { await fetch(`https://${host}:PORT/data`, { mode: "no-cors" }); return true; } catch { return false; }
            };
            const socket = await new Promise((resolve) => {
                try {
                    const socket = new WebSocket("wss://evil.localhost:PORT/socket");
                    socket.onerror = () => resolve(false);
                    socket.onopen = () => resolve(true);
                } catch { resolve(false); }
            });
            const sent = navigator.sendBeacon("https://evil.localhost:PORT/beacon", "x");
            const results = { own: await reach("bank.localhost"), other: await reach("evil.localhost"), socket };
            await bridge.emit("reached", results);
            """,
            body: """
                <img src="https://evil.localhost:PORT/image"><link rel="stylesheet" href="https://evil.localhost:PORT/style">
                <script src="https://evil.localhost:PORT/script"></script><link rel="prefetch" href="https://evil.localhost:PORT/p">
                <form><input></form>
                """)
        try await Stage.run(["bank.localhost/": page, "bank.localhost/data": "{}"]) { stage in
            try await stage.present("/")
            #expect(await stage.event("reached") == ["own": true, "other": false, "socket": false])
            #expect(!stage.asked.contains { $0.hasPrefix("evil") })
        }
    }

    @Test("subresources stay bounded after the web process was replaced")
    func rulesSurvive() async throws {
        let page = Stage.page(
            """
            let reached = true;
            try { await fetch("https://evil.localhost:PORT/data", { mode: "no-cors" }); } catch { reached = false; }
            await bridge.emit("reached", { reached });
            """)
        try await Stage.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("reached") == ["reached": false])
            await stage.engine.killWebProcess()
            #expect(await stage.event("reached") == ["reached": false])
        }
    }
}
