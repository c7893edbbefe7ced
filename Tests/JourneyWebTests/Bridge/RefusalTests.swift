import Foundation
import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Refusals")
struct RefusalTests {
    /// Checks messages in which exactly one thing is wrong.
    @Test("the gate checks document, frame, origin and size, in this order")
    func gate() throws {
        let origin = try #require(PageSide.origin)
        let policy = SourcePolicy([origin])
        let current = WebDocument(token: "a", origin: origin)
        func verdict(_ document: WebDocument, _ isMain: Bool, _ text: String?, shown: WebDocument?) -> ErrorCode? {
            let message = WebMessage(document: document, isMainFrame: isMain, text: text, reply: { _ in })
            return BridgeGate.refusal(of: message, current: shown, policy: policy)?.code
        }
        let long = String(repeating: "x", count: WebMessage.maximumBytes + 1)
        let stranger = WebDocument(token: "b", origin: origin)
        let foreign = WebDocument(token: "a", origin: Origin(scheme: "https", host: "evil.example", port: 443))
        let opaque = WebDocument(token: "a", origin: nil)
        #expect(verdict(current, true, "x", shown: current) == nil)
        #expect(verdict(current, true, String(long.dropLast()), shown: current) == nil)
        #expect(verdict(current, true, long, shown: current) == .bridgeMessageTooLarge)
        #expect(verdict(current, true, nil, shown: current) == .bridgeMessageTooLarge)
        #expect(verdict(foreign, true, nil, shown: foreign) == .originBlocked)
        #expect(verdict(opaque, true, "x", shown: opaque) == .originBlocked)
        #expect(verdict(foreign, false, nil, shown: foreign) == .bridgeForbidden)
        #expect(verdict(stranger, false, nil, shown: current) == .bridgeNotReady)
        #expect(verdict(current, true, "x", shown: nil) == .bridgeNotReady)
        #expect(verdict(foreign, true, "x", shown: current) == .bridgeNotReady)
    }

    @Test(
        "a document of a similar origin loses the page once",
        arguments: [
            ("https", "bank.example", 8443), ("https", "xbank.example", 443), ("https", "bank.example.evil.test", 443),
            ("http", "bank.example", 443), ("https", "example", 443), ("https", "www.bank.example", 443),
        ])
    func nearMissOrigin(scheme: String, host: String, port: Int) throws {
        let page = try PageSide()
        try page.present()
        page.begin("a", origin: Origin(scheme: scheme, host: host, port: port))
        #expect(page.losses == [.originBlocked])
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        page.begin("b", origin: Origin(scheme: scheme, host: host, port: port))
        #expect(page.losses == [.originBlocked])
    }

    @Test("a frame in the page cannot send messages, even with the page's keys")
    func subframe() throws {
        let page = try PageSide()
        try page.connect()
        let text = try page.sealed(page.message("event", "submit"))
        #expect(PageSide.code(page.post(text, isMainFrame: false)) == "BRIDGE_FORBIDDEN")
        #expect(page.events.isEmpty)
    }

    @Test("each changed byte of a sealed message invalidates the seal")
    func mutatedBytes() throws {
        var limits = BridgeLimits()
        limits.burst = 10_000
        let page = try PageSide(limits: limits)
        try page.connect()
        let good = Array(try page.sealed(page.message("event", "submit", payload: ["amount": "12"])).utf8)
        for index in good.indices {
            var bad = good
            bad[index] ^= 0x01
            guard let text = String(validating: bad, as: UTF8.self) else { continue }
            #expect(PageSide.code(page.post(text)) == "BRIDGE_SIGNATURE", "byte \(index)")
        }
        #expect(page.events.isEmpty)
        // The attempts don't affect the message itself.
        page.post(String(decoding: good, as: UTF8.self))
        #expect(page.events == ["submit"])
    }

    @Test("a missing, moved, duplicated or truncated seal is refused")
    func badSeals() throws {
        let page = try PageSide()
        try page.connect()
        let rest = page.message("event", "submit")
        let sealed = try page.sealed(rest)
        let sig = String(sealed.suffix(53))
        for text in [
            rest, sealed + " ", " " + sealed, String(sealed.dropLast(2)) + "=\"}", sealed.replacing(sig, with: "}"),
            "{" + sig.dropFirst().dropLast() + "," + rest.dropFirst(), String(sealed.dropLast()) + sig, sig, "", "{}",
        ] {
            #expect(PageSide.code(page.post(text)) == "BRIDGE_SIGNATURE")
        }
        #expect(page.events.isEmpty)
    }

    @Test("a message is accepted once")
    func replay() throws {
        let page = try PageSide()
        try page.connect()
        let text = try page.sealed(page.message("event", "submit"))
        page.post(text)
        #expect(PageSide.code(page.post(text)) == "BRIDGE_REPLAY")
        #expect(page.events == ["submit"])
        // Signed again, but with a used nonce.
        let again = try page.send("event", "submit", meta: ["nonce": "page-nonce-3"])
        #expect(again?["error"]?["code"] == "BRIDGE_REPLAY")
    }

    @Test("the SDK's own message sent back is refused: each direction has its key")
    func reflection() throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        let ready = try #require(page.post(page.hello()))
        try page.agree(ready)
        #expect(PageSide.code(page.post(ready)) == "BRIDGE_SIGNATURE")
        try page.send("event", "bridge_open")
        let acknowledgement = try #require(page.posts.last?.texts.first)
        #expect(PageSide.code(page.post(acknowledgement)) == "BRIDGE_SIGNATURE")
        // Even under the right key, a page can't send responses.
        #expect(try page.send("response", "submit")?["error"]?["code"] == "BRIDGE_MESSAGE_INVALID")
    }

    @Test(
        "a message outside the accepted clock skew is refused",
        arguments: [(-61, false), (-60, true), (0, true), (60, true), (61, false), (-86_400, false)])
    func clockSkew(seconds: Int64, isAccepted: Bool) throws {
        let page = try PageSide()
        try page.connect()
        let time = Int64(page.now.timeIntervalSince1970) + seconds
        let answer = try page.send("event", "submit", meta: ["ts": .number(JSONNumber(time * 1_000))])
        #expect((answer == ["result": [:]]) == isAccepted)
        #expect(page.events.count == (isAccepted ? 1 : 0))
    }

    @Test("a message for another document is refused although its seal is valid")
    func otherDocument() throws {
        let page = try PageSide()
        try page.connect()
        for id: JSONValue in ["AAAAAAAAAAAAAAAAAAAAAA", ""] {
            #expect(
                try page.send("event", "submit", meta: ["docId": id])?["error"]?["code"] == "BRIDGE_MESSAGE_INVALID")
        }
        #expect(
            try page.send("event", "submit", meta: ["bridgeVersion": "1.1"])?["error"]?["code"]
                == "BRIDGE_MESSAGE_INVALID")
    }

    @Test("sealed text that is not a bridge message is refused", arguments: EnvelopeTests.bad)
    func malformed(text: String) throws {
        let page = try PageSide()
        try page.connect()
        let filled = text.replacing("DOC", with: page.documentID)
        #expect(PageSide.code(page.post(try page.sealed(filled))) == "BRIDGE_MESSAGE_INVALID")
        #expect(page.events.isEmpty)
    }

    @Test("posts are rate-limited, and the page is told when to retry")
    func rate() throws {
        var limits = BridgeLimits()
        limits.burst = 5
        limits.postsPerSecond = 10
        let page = try PageSide(limits: limits)
        try page.connect()
        for _ in 0..<3 { #expect(try page.send("event", "tick") == ["result": [:]]) }
        let error = try #require(try page.send("event", "tick")?["error"])
        #expect(error["code"] == "BRIDGE_BUSY")
        #expect(error["recoverable"] == true)
        #expect(error["retryAfterMs"] == 100)
        page.advance(0.11)
        #expect(try page.send("event", "tick") == ["result": [:]])
        #expect(page.events.count == 4)
    }

    @Test("concurrent requests are limited")
    func inFlight() throws {
        let page = try PageSide()
        try page.connect()
        for _ in 0..<16 { #expect(try page.send("request", "performBiometric") == nil) }
        #expect(try page.send("request", "performBiometric")?["error"]?["code"] == "BRIDGE_BUSY")
        // The long poll is not counted, and an answer frees a slot.
        #expect(try page.send("request", "next_event") == nil)
        page.perform(page.core.answer(try #require(page.requests.first), with: .success(.plain([:]))))
        #expect(try page.send("request", "performBiometric") == nil)
    }

    @Test("a flood of refused posts is answered in full but not reported in full")
    func floodOfRefusals() throws {
        let page = try PageSide()
        try page.connect()
        for _ in 0..<1_000 { page.post(nil) }
        #expect(page.posts.suffix(1_000).allSatisfy { $0.texts.count == 1 })
        #expect(page.refusals.count <= 51)
    }
}
