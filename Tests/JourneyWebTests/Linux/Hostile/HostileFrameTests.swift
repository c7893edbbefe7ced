import JourneyBase
import Testing

@testable import JourneyWeb

/// Frames inside a page that tries to lend them its bridge, and frames that try to take it.
@Suite(
    "Hostile pages: frames", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileFrameTests {
    /// Tries every way from inside a frame and reports to the page.
    private static let intruder = """
        <!doctype html><p id="out">x</p><script nonce="test">
        \(WebEngineFixture.rawPort)
        const attempt = (work) => { try { return work(); } catch { return "refused"; } };
        const found = {
            isConnected, handler: typeof window.webkit?.messageHandlers?.journeyRelay,
            parent: attempt(() => typeof parent.document.body), top: attempt(() => typeof top.location.href),
            knock: attempt(() => parent.document.dispatchEvent(
                new MouseEvent("journey-connect", { relatedTarget: document.createElement("x-port") }))),
        };
        parent.postMessage(found, "*");
        </script>
        """

    private static let refused: JSONValue = [
        "isConnected": false, "handler": "undefined", "parent": "refused", "top": "refused", "knock": "refused",
    ]

    private static func framing(_ setUp: String) -> String {
        WebEngineFixture.page(
            """
            addEventListener("message", async ({ data }) => { await bridge.emit("found", data); });
            const frame = document.createElement("iframe");
            \(setUp)
            document.body.append(frame);
            """)
    }

    @Test("a cross-origin or opaque-origin frame finds no relay, handler or access to the page")
    func strangers() async throws {
        let text = JSONValue.string(intruderText).compactText.replacing("</", with: "<\\/")
        let rows = [
            "frame.src = \"https://partner.localhost:PORT/frame\";",
            "frame.sandbox = \"allow-scripts\"; frame.src = \"/frame\";",
            "frame.sandbox = \"allow-scripts\"; frame.srcdoc = \(text);",
        ]
        var pages = ["partner.localhost/frame": intruderText, "bank.localhost/frame": intruderText]
        for (number, row) in rows.enumerated() { pages["bank.localhost/\(number)"] = HostileFrameTests.framing(row) }
        try await WebEngineFixture.run(pages, allowing: [WebEngineFixture.bank, WebEngineFixture.partner]) { stage in
            for number in rows.indices {
                try await stage.present("/\(number)")
                #expect(await stage.event("found") == HostileFrameTests.refused, "\(rows[number])")
            }
        }
    }

    private var intruderText: String { HostileFrameTests.intruder }

    @Test(
        "a same-origin frame has no relay and uses the bridge only through the page")
    func own() async throws {
        let text = JSONValue.string(intruderText).compactText.replacing("</", with: "<\\/")
        let rows = ["frame.srcdoc = \(text);", "frame.src = \"/frame\";"]
        var pages = ["bank.localhost/frame": intruderText]
        for (number, row) in rows.enumerated() { pages["bank.localhost/\(number)"] = HostileFrameTests.framing(row) }
        try await WebEngineFixture.run(pages) { stage in
            for number in rows.indices {
                try await stage.present("/\(number)")
                let found = try #require(await stage.event("found"))
                #expect(found["isConnected"] == false, "\(rows[number])")
                #expect(found["handler"] == "undefined")
            }
        }
    }

    @Test("an empty frame that the page writes into has no relay")
    func written() async throws {
        let page = WebEngineFixture.page(
            """
            const frame = document.createElement("iframe");
            document.body.append(frame);
            const inner = frame.contentDocument;
            const port = inner.createElement("x-port");
            let isConnected = false;
            port.addEventListener("connected", () => { isConnected = true; });
            inner.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
            const handler = typeof frame.contentWindow.webkit?.messageHandlers?.journeyRelay;
            await bridge.emit("found", { isConnected, handler });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("found") == ["isConnected": false, "handler": "undefined"])
        }
    }
}
