import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Conversation")
struct ConversationTests {
    @Test("an event reaches the engine and is acknowledged")
    func event() throws {
        let page = try PageSide()
        try page.connect()
        #expect(try page.send("event", "submit", payload: ["amount": "12.50"]) == ["result": [:]])
        guard case .event("submit", let payload) = page.inbound.last else { return #expect(Bool(false)) }
        #expect(payload == ["amount": "12.50"])
    }

    @Test("a request waits for its answer and gets its result")
    func request() throws {
        let page = try PageSide()
        try page.connect()
        #expect(try page.send("request", "performBiometric", id: "r1") == nil)
        let number = try #require(page.requests.first)
        page.perform(page.core.answer(number, with: .success(.plain(["biometric": "PASS"]))))
        // A second answer has no effect.
        page.perform(page.core.answer(number, with: .success(.plain(["biometric": "FAIL"]))))
        let answers = try #require(page.posts.last).texts
        #expect(answers.count == 1)
        let message = try page.open(try #require(answers.first))
        #expect(message["id"] == "r1")
        #expect(message["payload"] == ["result": ["biometric": "PASS"]])
    }

    @Test("a page receives an error's code, recoverability, delay and trace, and nothing else")
    func errorShape() throws {
        let page = try PageSide()
        try page.connect()
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        try page.send("request", "performBiometric", meta: ["traceparent": .string(trace)])
        let error = JourneyError(.scaRequired, "Locked out of /usr/lib/Sensor", recovery: .retry(after: .seconds(3)))
        page.perform(page.core.answer(try #require(page.requests.first), with: .failure(error)))
        let text = try #require(page.posts.last?.texts.first)
        #expect(!text.contains("Sensor"))
        #expect(
            try page.open(text)["payload"] == [
                "error": [
                    "code": "SCA_REQUIRED", "recoverable": true, "retryAfterMs": 3000, "traceparent": .string(trace),
                ]
            ])
    }

    @Test(
        "a method that the step does not list is forbidden",
        arguments: ["performbiometric", "performBiometric2", "perform", "bridge_open", "bridge_ready", "toString"])
    func forbiddenMethod(name: String) throws {
        let page = try PageSide()
        try page.connect()
        #expect(try page.send("request", name)?["error"]?["code"] == "BRIDGE_FORBIDDEN")
        #expect(page.requests.isEmpty)
        #expect(page.refusals == [.bridgeForbidden])
    }

    @Test("a step without methods allows none, and the previous step's are removed")
    func methodsOfTheStep() throws {
        let page = try PageSide()
        try page.connect()
        try page.present(methods: [])
        page.begin("b")
        try page.shakeHands()
        #expect(try page.send("request", "performBiometric")?["error"]?["code"] == "BRIDGE_FORBIDDEN")
    }

    @Test("reserved bridge names cannot be sent as events", arguments: Array(BridgeName.all))
    func reservedEvents(name: String) throws {
        let page = try PageSide()
        try page.connect()
        #expect(try page.send("event", name)?["error"]?["code"] == "BRIDGE_FORBIDDEN")
        #expect(page.events.isEmpty)
    }

    @Test("pushed events wait for the long poll, and are delivered in order, once")
    func pushes() throws {
        let page = try PageSide()
        try page.present()
        page.perform(page.core.push(name: "early", payload: .plain(["n": 1])))
        page.begin()
        try page.shakeHands()
        page.perform(page.core.push(name: "later", payload: .plain(["n": 2])))
        #expect(
            try page.send("request", "next_event") == [
                "result": [
                    "events": [["name": "early", "payload": ["n": 1]], ["name": "later", "payload": ["n": 2]]]
                ]
            ])
        // The queue is empty: the next poll waits, and the event after that is sent at once.
        #expect(try page.send("request", "next_event", id: "p2") == nil)
        let poll = try #require(page.posts.last)
        page.perform(page.core.push(name: "last", payload: .plain([:])))
        let message = try page.open(try #require(poll.texts.first))
        #expect(message["id"] == "p2")
        #expect(message["payload"]?["result"]?["events"]?[0]?["name"] == "last")
    }

    @Test("a second long poll ends the first with no events")
    func secondPoll() throws {
        let page = try PageSide()
        try page.connect()
        try page.send("request", "next_event")
        let first = try #require(page.posts.last)
        try page.send("request", "next_event")
        #expect(try page.open(try #require(first.texts.first))["payload"] == ["result": ["events": []]])
    }

    @Test("events pushed to a previous page are not delivered to the next one")
    func stalePushes() throws {
        let page = try PageSide()
        try page.connect()
        page.perform(page.core.push(name: "secret", payload: .plain([:])))
        page.begin("b")
        try page.shakeHands()
        #expect(try page.send("request", "next_event") == nil)
        page.perform(page.core.push(name: "secret", payload: .plain([:])))
        try page.present()
        page.perform(page.core.push(name: "fresh", payload: .plain([:])))
        page.begin("c")
        try page.shakeHands()
        let events = try page.send("request", "next_event")?["result"]?["events"]
        #expect(events == [["name": "fresh", "payload": [:]]])
    }

    @Test("the queue of unfetched events is bounded")
    func boundedPushes() throws {
        let page = try PageSide()
        try page.connect()
        for _ in 0..<70 { page.perform(page.core.push(name: "event", payload: .plain([:]))) }
        #expect(page.core.pushes.count == 64)
        #expect(page.refusals.contains(.bridgeBusy))
    }
}
