import JourneyBase
import Testing

@testable import JourneyWeb

/// Effects of an earlier step's page on the next step's page, in the engine itself.
@Suite(
    "Step change in WebKit", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct StepChangeTests {
    private static let next = WebEngineFixture.page("await bridge.emit(\"here\", { path: location.pathname });")

    /// Navigates from a page that runs `script` to `/two`; returns the page that answered there, and what was reported under
    /// which visit.
    private func leave(_ script: String, waitsFor start: String = "leave") async throws -> String? {
        let pages = [
            "bank.localhost/one": WebEngineFixture.page(script), "bank.localhost/two": StepChangeTests.next,
            "bank.localhost/three": StepChangeTests.next,
        ]
        var spoken: String?
        try await WebEngineFixture.run(pages) { stage in
            try await stage.present("/one", visit: 1)
            #expect(await stage.event(start) != nil)
            try await stage.present("/two", visit: 2)
            for await report in stage.channel.inbound {
                switch report.event {
                case .event("here", let payload):
                    // The other page may have been reported under the earlier step.
                    guard report.visit == 2 else { continue }
                    spoken = payload["path"]?.string
                case .lost(let error): spoken = error.code.rawValue
                default: continue
                }
                break
            }
        }
        return spoken
    }

    @Test(
        "a page that navigates away as its step ends does not become the next step's page",
        arguments: [
            // In the same turn in which it raises the event that ends the step.
            "bridge.emit(\"leave\"); location.href = \"/three\";",
            // After it, repeatedly, in any way.
            "bridge.emit(\"leave\"); setTimeout(() => { location.href = \"/three\"; }, 3);",
            "await bridge.emit(\"leave\"); location.replace(\"/three\");",
            "await bridge.emit(\"leave\"); setTimeout(() => location.assign(\"/three\"), 1);",
            "await bridge.emit(\"leave\"); history.pushState({}, \"\", \"/three\"); history.back();",
        ])
    func goesElsewhere(script: String) async throws {
        for _ in 0..<3 { #expect(try await leave(script) == "/two") }
    }

    @Test("a page that stops all loads only delays the next step's page")
    func stops() async throws {
        let script = """
            await bridge.emit("leave");
            let left = 3;
            const stop = () => { window.stop(); if ((left -= 1) > 0) setTimeout(stop, 1); };
            stop();
            """
        // Or it is lost, when everything came at once; it is never another page.
        #expect(["/two", "PAGE_LOAD_FAILED"].contains(try await leave(script)))
    }

    @Test("a page redirected within the origin is the step's page")
    func redirected() async throws {
        let moved = HTTPResponse(status: 302, headers: ["Location": "/two"])
        try await WebEngineFixture.run(
            ["bank.localhost/two": StepChangeTests.next], responses: ["bank.localhost/one": moved]
        ) { stage in
            try await stage.present("/one")
            #expect(await stage.event("here") == ["path": "/two"])
        }
    }

    @Test("a page that navigates within its step stays the step's page")
    func goesOn() async throws {
        let first = WebEngineFixture.page("location.href = \"/two\";")
        try await WebEngineFixture.run(["bank.localhost/one": first, "bank.localhost/two": StepChangeTests.next]) {
            stage in
            try await stage.present("/one")
            #expect(await stage.event("here") == ["path": "/two"])
        }
    }

    // MARK: - Certificates

    @Test("a trusted certificate other than the verified one loses the page before it sends a message")
    func otherCertificate() async throws {
        let pages = ["bank.localhost/one": WebEngineFixture.page("await bridge.emit(\"here\");")]
        try await WebEngineFixture.run(pages) { stage in
            await stage.engine.check([WebEngineFixture.bank: [1, 2, 3]])
            try await stage.present("/one")
            #expect(await stage.firstWord() == "PINNING_FAIL")
        }
        // A host without a checked certificate is refused too.
        try await WebEngineFixture.run(pages) { stage in
            await stage.engine.check([WebEngineFixture.partner: [1, 2, 3]])
            try await stage.present("/one")
            #expect(await stage.firstWord() == "PINNING_FAIL")
        }
    }

    @Test("the certificate is checked on each load, including the page's own navigation", arguments: [true, false])
    func secondLoad(isOurs: Bool) async throws {
        let pages = [
            "bank.localhost/one": WebEngineFixture.page("bridge.on(\"go\", () => { location.href = \"/two\"; });"),
            "bank.localhost/two": StepChangeTests.next,
        ]
        try await WebEngineFixture.run(pages) { stage in
            try await stage.present("/one")
            #expect(await stage.firstWord() == "opened")
            await stage.engine.check([WebEngineFixture.bank: [1, 2, 3]])
            if isOurs { try await stage.present("/two") } else { stage.channel.emit(name: "go", payload: [:]) }
            #expect(await stage.firstWord() == "PINNING_FAIL")
        }
    }
}

extension WebKitContainer {
    /// Replaces the checked certificates, while the engine keeps accepting those that it was given.
    fileprivate func check(_ leaves: [String: [UInt8]]) { leafCertificates = leaves }
}

extension WebEngineFixture {
    /// Returns `opened`, the name of the first event, or the code with which the page was lost.
    fileprivate func firstWord() async -> String? {
        await next { inbound in
            switch inbound {
            case .opened: "opened"
            case .event(let name, _): name
            case .lost(let error): error.code.rawValue
            default: nil
            }
        }
    }
}
