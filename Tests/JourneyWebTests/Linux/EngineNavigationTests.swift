import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: navigation and subresources", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct EngineNavigationTests {
    @Test("images, scripts, styles, fetches and sockets stay on the manifest's origins")
    func subresources() async throws {
        let page = WebEngineFixture.page(
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
        try await WebEngineFixture.run(["bank.localhost/": page, "bank.localhost/data": "{}"]) { stage in
            try await stage.present("/")
            #expect(await stage.event("reached") == ["own": true, "other": false, "socket": false])
            #expect(!stage.asked.contains { $0.hasPrefix("evil") })
        }
    }

    @Test("subresources stay restricted after the web process was replaced")
    func rulesSurvive() async throws {
        let page = WebEngineFixture.page(
            """
            let reached = true;
            try { await fetch("https://evil.localhost:PORT/data", { mode: "no-cors" }); } catch { reached = false; }
            await bridge.emit("reached", { reached });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("reached") == ["reached": false])
            await stage.engine.killWebProcess()
            #expect(await stage.event("reached") == ["reached": false])
        }
    }
}
