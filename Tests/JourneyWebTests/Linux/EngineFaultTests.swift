import JourneyBase
import JourneyServer
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: faults", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct EngineFaultTests {
    @Test("a certificate other than the verified one fails", arguments: [true, false])
    func wrongCertificate(isTrusted: Bool) async throws {
        try await WebEngineFixture.run(["bank.localhost/": WebEngineFixture.page("")], trustsLeaf: isTrusted) { stage in
            try await stage.present("/")
            let end = await stage.next { inbound -> String? in
                switch inbound {
                case .lost(let error): error.code.rawValue
                case .opened: "opened"
                default: nil
                }
            }
            #expect(end == (isTrusted ? "opened" : "TLS_FAIL"))
            if !isTrusted { #expect(stage.asked.isEmpty) }
        }
    }

    @Test("a page with a status outside 200 to 299 is lost", arguments: [404, 500, 429])
    func badStatus(status: Int) async throws {
        let response = HTTPResponse(status: status, headers: ["Content-Type": "text/html"], body: Array("<p>No".utf8))
        try await WebEngineFixture.run([:], responses: ["bank.localhost/": response]) { stage in
            try await stage.present("/")
            #expect(await stage.loss() == .pageLoadFailed)
        }
    }

    @Test("a response that is not a page is not downloaded")
    func download() async throws {
        let response = HTTPResponse(
            status: 200, headers: ["Content-Type": "application/octet-stream"], body: [UInt8](repeating: 0, count: 64))
        try await WebEngineFixture.run([:], responses: ["bank.localhost/": response]) { stage in
            try await stage.present("/")
            #expect(await stage.loss() == .pageLoadFailed)
        }
    }

    @Test("an unreachable server loses the page")
    func serverDown() async throws {
        try await WebEngineFixture.run([:]) { stage in
            await stage.server.stop(grace: .zero)
            try await stage.present("/")
            let loss = await stage.next { inbound in if case .lost(let error) = inbound { error } else { nil } }
            let error = try #require(loss)
            #expect(error.code == .pageLoadFailed)
            // The message names the origin and the engine's own cause, and no path.
            let start = "WebKit could not load a page of https://bank.localhost:\(stage.server.port): "
            #expect(error.message.hasPrefix(start), "\(error.message)")
            #expect(error.message.contains("refused"), "\(error.message)")
        }
    }

    @Test("the window has the title of its page, in the page's language")
    func title() async throws {
        let page = "<!doctype html><html lang=ar dir=rtl><title>بنك هاربور</title><p>x"
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            _ = try await stage.engine.text(of: "p")
            #expect(await stage.engine.windowTitle == "بنك هاربور")
        }
    }

    @Test("a killed web process is loaded again with another document, and lost the second time")
    func killedProcess() async throws {
        try await WebEngineFixture.run(["bank.localhost/": WebEngineFixture.page("")]) { stage in
            try await stage.present("/")
            func opened() async -> String? {
                await stage.next { inbound in if case .opened(let id) = inbound { id } else { nil } }
            }
            let first = try #require(await opened())
            await stage.engine.killWebProcess()
            let second = try #require(await opened())
            #expect(first != second)
            await stage.engine.killWebProcess()
            #expect(await stage.loss() == .pageProcessLost)
        }
    }
}
