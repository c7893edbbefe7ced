import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

/// Each ready-made assertion is met by what it asks for, and by nothing near it.
@Suite("Testing expectations")
struct ExpectationTests {
    private func recorder(_ names: [String]) -> EventRecorder {
        let recorder = EventRecorder()
        for name in names { recorder.record(name, ["step": .string("of \(name)")]) }
        return recorder
    }

    @Test(
        "events are compared exactly, and the message names the first difference",
        arguments: [
            (["a", "b"], nil),
            (["a"], "Events, number 2: expected nothing, found “b”. Found in all: a, b."),
            (["a", "b", "c"], "Events, number 3: expected “c”, found nothing. Found in all: a, b."),
            (["b", "a"], "Events, number 1: expected “b”, found “a”. Found in all: a, b."),
        ] as [([String], String?)])
    func events(names: [String], sentence: String?) {
        #expect(sentence == complaint { try recorder(["a", "b"]).expectEvents(names) })
    }

    @Test("events in order may have others between them")
    func order() {
        let events = recorder(["begin", "step", "call", "step", "result"])
        #expect(complaint { try events.expectInOrder(["begin", "call", "result"]) } == nil)
        #expect(complaint { try events.expectInOrder(["step", "step"]) } == nil)
        #expect(complaint { try events.expectInOrder(["call", "begin"]) } != nil)
        #expect(complaint { try events.expectInOrder(["step", "step", "step"]) } != nil)
    }

    @Test("expecting one event returns its attributes")
    func one() throws {
        let events = recorder(["begin", "step", "step"])
        #expect(try events.expectOne("begin") == ["step": "of begin"])
        #expect(complaint { try events.expectOne("step") } == "Expected one event “step”, found 2.")
        #expect(complaint { try events.expectOne("result") } == "Expected one event “result”, found 0.")
    }

    @Test("a forbidden text is found in any event and is not repeated in the message")
    func nowhere() {
        let events = recorder(["begin"])
        events.record("call", ["deep": ["er": ["x", "card 4711"]]])
        #expect(complaint { try events.expectNowhere("4712") } == nil)
        #expect(
            complaint { try events.expectNowhere("4711") } == "An event “call” contains the text that must not occur.")
    }

    @Test("requests are compared by method and path, and a header is checked to stay with its origin")
    func requests() async throws {
        let bank = try #require(HTTPSURL("https://bank.example/transfers?amount=1"))
        let other = try #require(HTTPSURL("https://other.example/ping"))
        let service = ClosureService { _ in HTTPResponse(status: 204) }
        let transport = ServiceTransport([bank.origin: service, other.origin: service])
        let authorized = HTTPRequest(method: .post, url: bank, headers: ["Authorization": "Bearer t"])
        _ = try await transport.send(authorized, options: HTTPOptions())
        _ = try await transport.send(HTTPRequest(url: other), options: HTTPOptions())
        #expect(complaint { try transport.expectRequests(["POST /transfers", "GET /ping"]) } == nil)
        #expect(complaint { try transport.expectRequests(["GET /transfers", "GET /ping"]) } != nil)
        #expect(complaint { try transport.expectHeader("Authorization", onlyTo: bank.origin) } == nil)
        #expect(
            complaint { try transport.expectHeader("Authorization", onlyTo: other.origin) }
                == "The request POST /transfers to https://bank.example carries Authorization.")
    }

    @Test("a page script that throws, or a container left open, is reported")
    func pages() async throws {
        let url = try #require(HTTPSURL("https://pages.example/form"))
        let page = ScriptedPage()
        await page.load(url, number: 1)
        #expect(complaint { try page.expectPages(["/form"]) } == "The web container was not closed.")
        await page.close()
        #expect(complaint { try page.expectPages(["/form"]) } == nil)
        #expect(complaint { try page.expectPages(["/other"]) } != nil)
    }

    @Test("missing, unexpected and wrongly answered screens are reported")
    func screens() async {
        let screen = Screen(id: "code", title: "Code", actions: [Screen.Action(id: "ok", label: "Go on")])
        let good = ScriptedPresenter(["code": [ScreenAction(action: "ok")]])
        _ = await good.ask(screen)
        #expect(complaint { try good.expectScreens(["code"]) } == nil)
        #expect(complaint { try good.expectScreens([]) } != nil)
        _ = await good.ask(screen)
        let told = complaint { try good.expectScreens(["code", "code"]) }
        #expect(told?.hasPrefix("The screen “code” was not expected.") == true)
        let idle = ScriptedPresenter(["code": [ScreenAction(action: "ok")]])
        #expect(
            complaint { try idle.expectScreens([]) }
                == "An answer for the screen “code” was not used: the screen was not shown again.")
    }

    private func complaint(_ assertion: () throws -> some Any) -> String? {
        do {
            _ = try assertion()
            return nil
        } catch { return "\(error)" }
    }
}
