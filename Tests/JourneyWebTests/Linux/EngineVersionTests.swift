import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: versions", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct EngineVersionTests {
    private static let script = """
        bridge.on("pushed", async ({ n }) => {
            await bridge.emit("done", { version: bridge.version, answer: await bridge.request("echo", { n }) });
        });
        await bridge.emit("here");
        """

    private static func converse(_ page: String, _ versions: [BridgeVersion]) async throws -> JSONValue? {
        var done: JSONValue?
        try await WebEngineFixture.run(["bank.localhost/": page], speaking: versions) { stage in
            try await stage.present("/")
            _ = await stage.event("here")
            stage.channel.sendState(["n": 0])
            stage.channel.emit(name: "pushed", payload: ["n": 7])
            let request = await stage.request()
            #expect(request?.params == ["n": 7])
            request?.respond(.success(["n": 8]))
            done = await stage.event("done")
        }
        return done
    }

    @Test("a page with library 1.1 uses 1.1 with this SDK for events, requests and pushes")
    func oldPage() async throws {
        let page = WebEngineFixture.page(EngineVersionTests.script).replacing(
            "journey-bridge.js", with: "journey-bridge-1.1.js")
        #expect(
            try await EngineVersionTests.converse(page, BridgeVersion.allCases) == [
                "version": "1.1", "answer": ["n": 8],
            ])
    }

    @Test("a page with this library uses 1.1 with an SDK of 1.1")
    func oldSDK() async throws {
        let page = WebEngineFixture.page(EngineVersionTests.script)
        #expect(try await EngineVersionTests.converse(page, [.v11]) == ["version": "1.1", "answer": ["n": 8]])
        #expect(try await EngineVersionTests.converse(page, [.v11, .v12]) == ["version": "1.2", "answer": ["n": 8]])
    }

    @Test("a page with library 1.1 is refused in a step that encrypts")
    func tooOld() async throws {
        let page = WebEngineFixture.page("").replacing("journey-bridge.js", with: "journey-bridge-1.1.js")
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/", encrypted: ["submit": .direct])
            let code = await stage.next { inbound in
                if case .refused(let error) = inbound { error.code } else { nil }
            }
            #expect(code == .bridgeVersion)
            var text = try await stage.engine.text(of: "#out")
            for _ in 0..<500 where text == "waiting" { text = try await stage.engine.text(of: "#out") }
            #expect(text == "failed: BRIDGE_VERSION")
        }
    }
}
