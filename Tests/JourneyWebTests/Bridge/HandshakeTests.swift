import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite("Handshake")
struct HandshakeTests {
    @Test("a hello is answered with ready, and the channel opens on the page's confirmation")
    func opens() throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        let ready = try #require(page.post(page.hello()))
        #expect(page.openings.isEmpty)
        try page.agree(ready)
        #expect(try page.open(ready)["name"] == "bridge_ready")
        #expect(try page.send("event", "bridge_open") == ["result": [:]])
        #expect(page.openings == [page.documentID])
        #expect(page.refusals.isEmpty)
    }

    @Test("ready has the members that the specification lists")
    func readyPayload() throws {
        let page = try PageSide()
        try page.present(methods: ["a.second", "a.first"])
        page.begin()
        let ready = try #require(page.post(page.hello()))
        try page.agree(ready)
        let payload = try #require(try page.open(ready)["payload"]?.object)
        #expect(
            Set(payload.keys) == [
                "version", "docId", "key", "sessionProofJws", "sdkCapabilities", "context", "encryption",
            ])
        #expect(payload["version"] == "1.2")
        #expect(payload["encryption"] == [:])
        #expect(payload["sdkCapabilities"] == ["bridge.v1.2", "next_event", "a.first", "a.second"])
        #expect(payload["context"] == ["locale": "en-GB"])
    }

    @Test("the session proof binds origin, page nonce, document, journey, step, manifest and both keys")
    func sessionProof() async throws {
        let page = try PageSide()
        try page.connect()
        let proof = try #require(page.proofs.first)
        let key = try P256PrivateKey.generate()
        let text = try await proof.sign(with: key)
        let claims = try JSONReader.read(
            try CompactJWS.verify(text, typ: "journey-session-proof+jwt", key: key.publicKey))
        #expect(claims["origin"] == "https://bank.example")
        #expect(claims["pageNonce"] == .string(Base64URL.encode(page.pageNonce)))
        #expect(claims["docId"] == .string(page.documentID))
        #expect(claims["journeyId"] == "money-transfer")
        #expect(claims["stepId"] == "intro")
        #expect(claims["manifestHash"] == "AQID")
        #expect(claims["iat"] == 1_790_000_000)
        #expect(claims["exp"] == 1_790_000_060)
        #expect(claims["pageKeySha256"] == .string(Base64URL.encode(SHA256.hash(page.agreement.publicKey.x963))))
        #expect(claims["jti"]?.string?.count == 32)
        #expect(Set(try #require(claims.object).keys).count == 11)
    }

    @Test(
        "a claimed origin that is not the frame's is refused",
        arguments: [
            "https://evil.example", "https://bank.example:443", "https://bank.example/", "http://bank.example",
            "https://bank.example.", "HTTPS://BANK.EXAMPLE", "null", "",
        ])
    func lyingOrigin(claim: String) throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        #expect(PageSide.code(page.post(page.hello(["origin": .string(claim)]))) == "ORIGIN_BLOCKED")
        #expect(page.refusals == [.originBlocked])
        // Further messages of this document are refused.
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
        #expect(page.proofs.isEmpty)
    }

    @Test(
        "a hello of another shape is refused",
        arguments: [
            ["key": "AAAA"], ["key": nil], ["pageNonce": "AAAA"], ["pageNonce": 7], ["versions": "1.1"],
            ["extra": true], ["origin": nil],
            // A point that is not on the curve.
            ["key": .string(Base64URL.encode([4] + [UInt8](repeating: 1, count: 64)))],
        ] as [JSONValue])
    func malformedHello(changes: JSONValue) throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        #expect(PageSide.code(page.post(page.hello(try #require(changes.object)))) == "BRIDGE_MESSAGE_INVALID")
        #expect(page.refusals == [.bridgeMessageInvalid])
    }

    @Test("a second hello in one document is refused, while opening and when open")
    func secondHello() throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        let ready = try #require(page.post(page.hello()))
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_SIGNATURE")
        try page.agree(ready)
        try page.send("event", "bridge_open")
        #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_SIGNATURE")
        #expect(try page.send("event", "bridge_hello")?["error"]?["code"] == "BRIDGE_FORBIDDEN")
        #expect(page.proofs.count == 1)
        #expect(page.openings.count == 1)
    }

    @Test("no message passes before the handshake is complete", arguments: ["event", "request"])
    func beforeHandshake(kind: String) throws {
        let page = try PageSide()
        try page.present()
        page.begin()
        #expect(PageSide.code(page.post(page.message(kind, "performBiometric"))) == "BRIDGE_NOT_READY")
        // With keys, but before the page's confirmation.
        try page.agree(try #require(page.post(page.hello())))
        #expect(try page.send(kind, "performBiometric")?["error"]?["code"] == "BRIDGE_NOT_READY")
        #expect(page.events.isEmpty && page.requests.isEmpty)
    }

    @Test("each document has its own ID and keys")
    func freshKeys() throws {
        let page = try PageSide()
        try page.connect()
        let first = page.documentID
        let old = try page.sealed(page.message("event", "submit"))
        page.begin("b")
        try page.shakeHands()
        #expect(page.documentID != first)
        #expect(PageSide.code(page.post(old)) == "BRIDGE_SIGNATURE")
        #expect(page.events.isEmpty)
    }
}
