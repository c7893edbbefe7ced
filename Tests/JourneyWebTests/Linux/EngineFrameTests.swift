import Foundation
import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: frames", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct EngineFrameTests {
    /// Reports to the page whether the relay answered in this frame.
    private static let frame = """
        <script nonce="test">
        \(WebEngineFixture.rawPort)
        parent.postMessage({ isConnected, handler: typeof window.webkit?.messageHandlers?.journeyRelay }, "*");
        </script>
        """

    private static func framing(_ frame: String) -> String {
        WebEngineFixture.page(
            """
            addEventListener("message", async (event) => { await bridge.emit("frame", event.data); });
            const frame = document.createElement("iframe");
            \(frame)
            document.body.append(frame);
            """)
    }

    @Test("a cross-origin frame, even of an allowed origin, has no bridge")
    func crossOriginFrame() async throws {
        let pages = [
            "bank.localhost/": EngineFrameTests.framing("frame.src = \"https://partner.localhost:PORT/frame\";"),
            "partner.localhost/frame": EngineFrameTests.frame,
        ]
        try await WebEngineFixture.run(pages, allowing: [WebEngineFixture.bank, WebEngineFixture.partner]) { stage in
            try await stage.present("/")
            #expect(await stage.event("frame") == ["isConnected": false, "handler": "undefined"])
        }
    }

    @Test("a sandboxed srcdoc frame has no bridge")
    func sandboxedFrame() async throws {
        let escaped = JSONValue.string(EngineFrameTests.frame).compactText.replacing("</", with: "<\\/")
        let page = EngineFrameTests.framing("frame.sandbox = \"allow-scripts\"; frame.srcdoc = \(escaped);")
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("frame") == ["isConnected": false, "handler": "undefined"])
        }
    }

    @Test("a frame of an origin that the manifest does not list loses the page")
    func foreignFrame() async throws {
        let page = WebEngineFixture.page("", body: "<iframe src=\"https://evil.localhost:PORT/\"></iframe>")
        try await WebEngineFixture.run(["bank.localhost/": page, "evil.localhost/": "evil"]) { stage in
            try await stage.present("/")
            #expect(await stage.loss() == .originBlocked)
            #expect(!stage.asked.contains("evil.localhost/"))
        }
    }
}
