import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: attacks from the page", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized,
    .timeLimit(.minutes(10)))
struct EngineAttackTests {
    @Test("page scripts neither see nor reach the native handler")
    func handlerIsHidden() async throws {
        let page = WebEngineFixture.page(
            """
            const handlers = window.webkit?.messageHandlers;
            let names = [];
            try { names = Object.getOwnPropertyNames(handlers ?? {}); } catch {}
            await bridge.emit("seen", {
                relay: typeof handlers?.journeyRelay, names, globals: Object.keys(window).filter((n) => /journey/i.test(n)),
            });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("seen") == ["relay": "undefined", "names": [], "globals": []])
        }
    }

    @Test("a script that changes prototypes later intercepts nothing")
    func tamperedPrototypes() async throws {
        let page = WebEngineFixture.page(
            """
            const stolen = [];
            Map.prototype.get = function () { stolen.push("map"); };
            Map.prototype.set = function () { stolen.push("map"); };
            EventTarget.prototype.dispatchEvent = function () { stolen.push("dispatch"); };
            TextEncoder.prototype.encode = function () { stolen.push("encode"); };
            JSON.stringify = () => { stolen.push("stringify"); };
            JSON.parse = () => { stolen.push("parse"); };
            String.prototype.split = function () { stolen.push("split"); };
            TextDecoder.prototype.decode = function () { stolen.push("decode"); };
            for (const name of ["encrypt", "decrypt", "importKey", "deriveBits", "wrapKey", "unwrapKey"]) {
                SubtleCrypto.prototype[name] = function () { stolen.push(name); };
            }
            crypto.getRandomValues = () => { stolen.push("random"); };
            String.prototype.slice = function () { stolen.push("slice"); };
            Date.now = () => 0;
            Array.prototype[Symbol.iterator] = function () { stolen.push("iterator"); };
            await bridge.request("direct", { secret: "x" });
            await bridge.request("agreed", { secret: "x" });
            await bridge.emit("still", { stolen: stolen.length });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present(
                "/", methods: ["direct", "agreed"], encrypted: ["direct": .direct, "agreed": .agreement])
            for _ in 0..<2 { await stage.request()?.respond(.success(["secret": "y"])) }
            #expect(await stage.event("still") == ["stolen": 0])
        }
    }

    @Test("a false hello, a message before the handshake, and one of 10 MB are refused and answered")
    func rawMessages() async throws {
        let page = WebEngineFixture.rawPage(
            """
            (async () => {
                const meta = () => ({ ts: Date.now(), nonce: "nonce-" + Math.random(), bridgeVersion: "1.1" });
                const early = await post(JSON.stringify(
                    { kind: "event", name: "submit", id: "1", payload: {}, meta: meta() }));
                const large = await post("x".repeat(10 * 1024 * 1024));
                const lie = await post(JSON.stringify({ kind: "event", name: "bridge_hello", id: "2", meta: meta(),
                    payload: { origin: "https://evil.localhost", versions: ["1.1"], pageNonce: "A".repeat(22), key: "B" + "A".repeat(86) } }));
                const odd = await post(7);
                out([early, large, lie, odd].map(codeOf).join(" "));
            })();
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            var text = try await stage.engine.text(of: "#out")
            for _ in 0..<500 where text == "waiting" { text = try await stage.engine.text(of: "#out") }
            #expect(text == "BRIDGE_NOT_READY BRIDGE_MESSAGE_TOO_LARGE ORIGIN_BLOCKED BRIDGE_MESSAGE_TOO_LARGE")
        }
    }

    @Test("a flood of more than 64 long posts is answered in the page, which survives")
    func flood() async throws {
        let page = WebEngineFixture.rawPage(
            """
            (async () => {
                const long = "x".repeat(262144);
                const answers = await Promise.all(Array.from({ length: 2000 }, () => post(long)));
                const heard = answers.filter((text) => text !== "").length;
                const later = await post("x");
                out(`${heard} ${answers.length} ${later !== ""}`);
            })();
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            var text = try await stage.engine.text(of: "#out")
            for _ in 0..<500 where text == "waiting" { text = try await stage.engine.text(of: "#out") }
            #expect(text == "64 2000 true")
        }
    }

    @Test("popups of every kind are refused, and the page survives")
    func popups() async throws {
        let page = WebEngineFixture.page(
            """
            const opened = window.open("https://bank.localhost:PORT/popup");
            document.querySelector("#link").click();
            document.querySelector("#form").submit();
            const answers = [typeof alert("a"), confirm("b"), prompt("c")];
            await bridge.emit("tried", { opened: opened === null, answers });
            """,
            body: """
                <a id="link" target="_blank" href="https://bank.localhost:PORT/popup">x</a>
                <form id="form" target="_blank" action="https://bank.localhost:PORT/popup"></form>
                """)
        try await WebEngineFixture.run(["bank.localhost/": page, "bank.localhost/popup": "popup"]) { stage in
            try await stage.present("/")
            #expect(await stage.event("tried") == ["opened": true, "answers": ["undefined", false, nil]])
            #expect(!stage.asked.contains("bank.localhost/popup"))
        }
    }
}
