import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct EngineTests {
    @Test("a page connects, sends an event, calls a method and receives a push")
    func conversation() async throws {
        let page = WebEngineFixture.page(
            """
            bridge.on("greeting", (payload) => out(payload.text));
            await bridge.emit("submit", { amount: "12.50", note: "£ü" });
            const answer = await bridge.request("echo", { n: 1 });
            await bridge.emit("answered", { answer, context: bridge.context, version: bridge.version });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            stage.channel.emit(name: "greeting", payload: ["text": "Good morning"])
            #expect(await stage.event("submit") == ["amount": "12.50", "note": "£ü"])
            let request = await stage.next { inbound in
                if case .request(let request) = inbound { request } else { nil }
            }
            #expect(request?.method == "echo")
            request?.respond(.success(["n": 2]))
            #expect(
                await stage.event("answered") == [
                    "answer": ["n": 2], "context": ["locale": "en-GB"], "version": "1.2",
                ])
            try await stage.engine.wait(for: "#out")
            var text = try await stage.engine.text(of: "#out")
            for _ in 0..<100 where text == "waiting" { text = try await stage.engine.text(of: "#out") }
            #expect(text == "Good morning")
        }
    }

    @Test("errors reach the page as codes")
    func errors() async throws {
        let page = WebEngineFixture.page(
            """
            const codes = [];
            const attempt = async (work) => { try { await work(); } catch (error) { codes.push(error.code); } };
            await attempt(() => bridge.request("other"));
            await attempt(() => bridge.emit("bridge_open"));
            await attempt(() => bridge.emit("no spaces"));
            await attempt(() => bridge.emit("submit", { text: "x".repeat(300000) }));
            await attempt(() => bridge.request("echo"));
            await bridge.emit("codes", { codes });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            let request = await stage.next { inbound in
                if case .request(let request) = inbound { request } else { nil }
            }
            request?.respond(.failure(JourneyError(.userCancelled, "The person said no.")))
            #expect(
                await stage.event("codes") == [
                    "codes": [
                        "BRIDGE_FORBIDDEN", "BRIDGE_FORBIDDEN", "BRIDGE_MESSAGE_INVALID", "BRIDGE_MESSAGE_TOO_LARGE",
                        "USER_CANCELLED",
                    ]
                ])
        }
    }

    @Test("the test page can be filled in, pressed, read and captured")
    func automation() async throws {
        let body = """
            <form><input id="name"><select id="kind"><option>a<option>b</select><button id="go" disabled>Go</button></form>
            """
        let page = WebEngineFixture.page(
            """
            const name = document.querySelector("#name");
            name.addEventListener("input", () => { document.querySelector("#go").disabled = false; });
            document.querySelector("form").addEventListener("submit", async (event) => {
                event.preventDefault();
                out("pressed");
                await bridge.emit("submit", { name: name.value, kind: document.querySelector("#kind").value });
            });
            """, body: body)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            _ = await stage.next { inbound in if case .opened = inbound { true } else { nil } }
            try await stage.engine.fill("#kind", with: "b")
            try await stage.engine.fill("#name", with: "Ada \"L\"")
            try await stage.engine.press("#go")
            #expect(await stage.event("submit") == ["name": "Ada \"L\"", "kind": "b"])
            #expect(try await stage.engine.text(of: "#out") == "pressed")
            // The window may get its size seconds later, while other windows keep the thread busy.
            _ = await stage.engine.evaluate(
                "for (let i = 0; i < 1500 && innerWidth !== 390; i++) await new Promise((done) => setTimeout(done, 20));"
            )
            let png = try await stage.engine.snapshot()
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // The header chunk has width and height (PNG, section 11.2.2).
            #expect(png[16..<24].elementsEqual([0, 0, 0x01, 0x86, 0, 0, 0x03, 0x4C]))
            await #expect(throws: JourneyError.self) {
                try await stage.engine.press("#nothing", within: .milliseconds(50))
            }
        }
    }

    @Test("a step change ends the old document")
    func stepChange() async throws {
        let page = WebEngineFixture.page("await bridge.emit(\"here\", { id: bridge.documentId });")
        try await WebEngineFixture.run(["bank.localhost/one": page, "bank.localhost/two": page]) { stage in
            try await stage.present("/one")
            let first = await stage.event("here")
            try await stage.present("/two")
            let second = await stage.event("here")
            #expect(first != nil && second != nil && first != second)
        }
    }

    @Test("nothing is stored between two journeys")
    func ephemeral() async throws {
        let page = WebEngineFixture.page(
            """
            const before = [document.cookie, localStorage.getItem("k")];
            document.cookie = "k=v; Secure; max-age=1000";
            localStorage.setItem("k", "v");
            await bridge.emit("kept", { before });
            """)
        for _ in 0..<2 {
            try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
                try await stage.present("/")
                #expect(await stage.event("kept") == ["before": ["", nil]])
            }
        }
    }
}
