import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite("Required handshake")
struct HandshakeRequirementTests {
    private static func page(_ requires: Bool) throws -> PageSide {
        let page = try PageSide()
        page.requiresHandshake = requires
        try page.present()
        page.begin()
        return page
    }

    @Test("a page without a timely handshake is lost only where one is required")
    func silence() throws {
        let page = try HandshakeRequirementTests.page(true)
        #expect(page.awaited == [1])
        page.perform(page.core.handshakeDue(1))
        #expect(page.losses == [.bridgeNotReady])
        // Too late.
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        #expect(try HandshakeRequirementTests.page(false).awaited.isEmpty)
    }

    @Test("a completed handshake or a replaced page ends the wait")
    func notLost() throws {
        let page = try HandshakeRequirementTests.page(true)
        try page.shakeHands()
        page.perform(page.core.handshakeDue(1))
        // Another document gets the whole time again after a complete handshake.
        page.begin("b")
        page.perform(page.core.handshakeDue(1))
        #expect(page.losses.isEmpty && page.awaited == [1, 2])
        // So does another step's page.
        try page.present()
        page.perform(page.core.handshakeDue(2))
        page.begin("c")
        page.perform(page.core.handshakeDue(2))
        #expect(page.losses.isEmpty && page.awaited == [1, 2, 3])
        // An unconfirmed handshake does not count.
        try page.agree(try #require(page.post(page.hello())))
        page.perform(page.core.handshakeDue(3))
        #expect(page.losses == [.bridgeNotReady])
    }

    @Test("a page that restarts without a handshake does not extend its deadline")
    func restless() throws {
        let page = try HandshakeRequirementTests.page(true)
        for token in ["b", "c", "d"] as [Character] { page.begin(token) }
        #expect(page.awaited == [1])
        page.perform(page.core.handshakeDue(1))
        #expect(page.losses == [.bridgeNotReady])
        // Repeated hellos without confirmation don't count either.
        let half = try HandshakeRequirementTests.page(true)
        for token in ["b", "c"] as [Character] {
            try half.agree(try #require(half.post(half.hello())))
            half.begin(token)
        }
        #expect(half.awaited == [1])
        half.perform(half.core.handshakeDue(1))
        #expect(half.losses == [.bridgeNotReady])
    }

    @Test(
        "a refused hello loses the page where a handshake is required; otherwise no message passes",
        arguments: [
            (["versions": ["0.9"]], ErrorCode.bridgeVersion), (["origin": "https://evil.example"], .originBlocked),
            (["key": "AAAA"], .bridgeMessageInvalid),
        ] as [([String: JSONValue], ErrorCode)], [true, false])
    func refused(change: ([String: JSONValue], ErrorCode), isRequired: Bool) throws {
        let page = try HandshakeRequirementTests.page(isRequired)
        #expect(page.post(page.hello(change.0)) != nil)
        #expect(page.losses == (isRequired ? [change.1] : []))
        #expect(page.refusals == (isRequired ? [] : [change.1]))
        #expect(PageSide.code(page.post(page.message("event", "submit"))) == "BRIDGE_NOT_READY")
        #expect(page.posts.allSatisfy { $0.texts.count == 1 })
        #expect(page.events.isEmpty)
    }
}
