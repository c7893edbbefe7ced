import JourneyBase
import TestSupport
import Testing

@testable import JourneyWeb

@Suite("Lifecycle")
struct LifecycleTests {
    @Test("a page whose process dies is reloaded once, then lost")
    func processLost() throws {
        let page = try PageSide()
        try page.connect()
        #expect(page.loads.count == 1)
        page.report(.processLost)
        #expect(page.loads.count == 2 && page.losses.isEmpty)
        page.begin("b")
        try page.shakeHands()
        #expect(page.openings.count == 2)
        page.report(.processLost)
        #expect(page.loads.count == 2)
        #expect(page.losses == [.pageProcessLost])
        page.report(.processLost)
        #expect(page.losses.count == 1)
    }

    @Test("the next step's page may be loaded again too")
    func processLostAgain() throws {
        let page = try PageSide()
        try page.connect()
        page.report(.processLost)
        try page.present()
        page.report(.processLost)
        #expect(page.loads.count == 4)
        #expect(page.losses.isEmpty)
    }

    @Test("a refused navigation is reported and loses the journey once")
    func navigationRefused() throws {
        let page = try PageSide()
        try page.connect()
        let evil = Origin(scheme: "https", host: "evil.example", port: 443)
        page.report(.navigationRefused(evil))
        page.report(.navigationRefused(nil))
        #expect(page.refusals == [.originBlocked])
        #expect(page.losses == [.originBlocked])
    }

    @Test("a page that cannot be loaded is lost with its own code", arguments: [ErrorCode.tlsFail, .pageLoadFailed])
    func loadFailed(code: ErrorCode) throws {
        let page = try PageSide()
        try page.present()
        page.report(.loadFailed(JourneyError(code, "It could not be loaded.")))
        #expect(page.losses == [code])
    }

    @Test("after a step change the previous page's messages, requests and answers have no effect")
    func stepChange() throws {
        let page = try PageSide()
        try page.connect()
        try page.send("request", "performBiometric")
        let waiting = try #require(page.posts.last)
        let late = try page.sealed(page.message("event", "submit"))
        try page.present()
        #expect(try page.open(try #require(waiting.texts.first))["payload"]?["error"]?["code"] == "BRIDGE_NOT_READY")
        #expect(PageSide.code(page.post(late)) == "BRIDGE_NOT_READY")
        page.perform(page.core.answer(try #require(page.requests.first), with: .success(.plain([:]))))
        #expect(waiting.texts.count == 1)
        #expect(page.events.isEmpty)
    }

    @Test("a page superseded by a later step's is not shown in its place")
    func overtaken() throws {
        let page = try PageSide()
        let url = try #require(HTTPSURL("https://bank.example/pages/later"))
        page.perform(page.core.present(url, step: try PageSide.step(["performBiometric"], visit: 3)))
        page.begin()
        try page.shakeHands()
        try page.present()
        #expect(page.loads == [url] && page.core.visit == 3)
        try page.send("request", "performBiometric")
        #expect(page.requests.count == 1, "the later page lives on")
        page.perform(page.core.present(url, step: try PageSide.step(visit: 3)))
        #expect(page.loads.count == 2)
    }

    @Test("reports of an earlier load have no effect on the next page")
    func earlierLoad() throws {
        let page = try PageSide()
        try page.connect()
        try page.present()
        page.begin("b", load: 1)
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        page.report(.navigationRefused(nil), load: 1)
        page.report(.loadFailed(JourneyError(.pageLoadFailed, "Late.")), load: 1)
        page.report(.processLost, load: 1)
        page.begin("c", origin: nil, load: 1)
        #expect(page.losses.isEmpty && page.openings.count == 1 && page.loads.count == 2 && page.proofs.count == 1)
        page.begin("d")
        try page.shakeHands()
        #expect(page.openings.count == 2)
        // Nor later, when the step's own page is there.
        page.begin("e", load: 1)
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        #expect(page.losses.isEmpty && page.proofs.count == 2)
    }

    @Test("a page of another origin than its step's gets no keys, even if the manifest lists that origin")
    func otherOriginThanTheSteps() throws {
        let partner = try #require(Origin(scheme: "https", host: "partner.example", port: 443))
        let page = try PageSide(allowing: [partner])
        try page.present()
        page.begin(origin: partner)
        #expect(PageSide.code(page.post(page.hello(["origin": .string(partner.description)]))) == "ORIGIN_BLOCKED")
        #expect(page.proofs.isEmpty && page.losses.isEmpty)
    }

    @Test("a proof that arrives after its document was replaced is dropped, and the hello is answered")
    func lateProof() throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        let answers = PageSide.Answers()
        let effects = page.core.receive(
            .message(
                WebMessage(document: page.document, isMainFrame: true, text: page.hello(), reply: { answers.add($0) })),
            load: 1)
        guard case .sign(let proof) = effects.first else { return #expect(Bool(false)) }
        page.begin("b")
        #expect(answers.texts.count == 1)
        #expect(page.core.signed("late", for: proof.documentID).isEmpty)
    }

    @Test("a key that does not sign refuses the hello")
    func noProof() throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        let answers = PageSide.Answers()
        let effects = page.core.receive(
            .message(
                WebMessage(document: page.document, isMainFrame: true, text: page.hello(), reply: { answers.add($0) })),
            load: 1)
        guard case .sign(let proof) = effects.first else { return #expect(Bool(false)) }
        page.perform(page.core.signed(nil, for: proof.documentID))
        #expect(PageSide.code(answers.texts.first) == "UNKNOWN")
        #expect(page.refusals == [.unknown])
    }

    @Test("closing the window is reported, and nothing is reported after the end")
    func closedByPerson() throws {
        let page = try PageSide()
        try page.connect()
        page.report(.closedByPerson)
        guard case .closedByPerson = page.inbound.last else { return #expect(Bool(false)) }
        page.perform(page.core.close())
        let count = page.inbound.count
        page.report(.closedByPerson)
        page.report(.processLost)
        page.report(.loadFailed(JourneyError(.tlsFail, "Late.")))
        page.begin("z")
        #expect(page.inbound.count == count)
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
    }

    @Test("each post gets exactly one answer, whatever happens", arguments: 0..<40)
    func onePostOneAnswer(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let page = try PageSide()
        try page.connect()
        for step in 0..<120 {
            switch Int.random(in: 0..<14, using: &random) {
            case 0: page.post(nil)
            case 1: page.post("{}")
            case 2: page.post(page.hello())
            case 3, 4: page.post(try page.sealed(page.message("request", "performBiometric")))
            case 5: page.post(try page.sealed(page.message("request", "next_event")))
            case 6: page.post(try page.sealed(page.message("request", "unknown")))
            case 7: page.post(try page.sealed(page.message("event", "submit")))
            case 8: page.post(page.message("event", "submit"), isMainFrame: false)
            case 9:
                guard let number = page.requests.randomElement(using: &random) else { continue }
                page.perform(page.core.answer(number, with: .failure(JourneyError(.unknown, "No."))))
            case 10: page.perform(page.core.push(name: "pushed", payload: .plain([:])))
            case 11 where step % 5 == 0:
                try page.present()
                page.begin(step.isMultiple(of: 2) ? "b" : "c")
                try page.shakeHands()
            case 12 where step % 7 == 0:
                page.report(.processLost)
                page.begin("d")
                // The page may be lost by now: then its hello is refused.
                if let ready = page.post(page.hello()), PageSide.code(ready) == nil { try page.agree(ready) }
                page.keys = page.keys ?? BridgeKeys(secret: Secret(copying: [1]), pageNonce: [], documentID: [])
            default: page.advance(0.5)
            }
        }
        page.perform(page.core.close())
        #expect(page.posts.allSatisfy { $0.texts.count == 1 })
    }
}

/// A seeded random generator (SplitMix64), so that a failure can be reproduced.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
