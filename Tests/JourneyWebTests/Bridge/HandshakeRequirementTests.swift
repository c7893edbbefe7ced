import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite("A handshake that is required")
struct HandshakeRequirementTests {
    private static func page(_ requires: Bool) throws -> PageSide {
        let page = try PageSide()
        page.requiresHandshake = requires
        try page.present()
        page.begin()
        return page
    }

    @Test("a page that does not shake hands in time is lost where it is required, and only there")
    func silence() throws {
        let page = try HandshakeRequirementTests.page(true)
        #expect(page.awaited == [page.document])
        page.perform(page.core.handshakeDue(page.document))
        #expect(page.losses == [.bridgeNotReady])
        // Too late.
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        #expect(try HandshakeRequirementTests.page(false).awaited.isEmpty)
    }

    @Test("hands that were shaken, and a document that has gone, are not waited for")
    func notLost() throws {
        let page = try HandshakeRequirementTests.page(true)
        try page.shakeHands()
        page.perform(page.core.handshakeDue(page.document))
        let first = page.document
        page.begin("b")
        page.perform(page.core.handshakeDue(first))
        #expect(page.losses.isEmpty)
        // Half a handshake is none.
        try page.agree(try #require(page.post(page.hello())))
        page.perform(page.core.handshakeDue(page.document))
        #expect(page.losses == [.bridgeNotReady])
    }

    @Test(
        "a hello that is refused loses the page where it is required; without, the page stays and nothing passes",
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
