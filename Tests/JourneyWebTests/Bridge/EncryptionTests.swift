import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite("Encrypted payloads")
struct EncryptionTests {
    private static func page(_ encryption: PayloadEncryption) throws -> PageSide {
        let page = try PageSide()
        page.encrypted = ["performBiometric": encryption, "submit": encryption, "quote": encryption]
        try page.connect()
        return page
    }

    @Test("a marked event is accepted and decrypted only if encrypted", arguments: PayloadEncryption.allCases)
    func event(encryption: PayloadEncryption) throws {
        let page = try EncryptionTests.page(encryption)
        let jwe = try page.encrypt(["amount": "12.50"], for: "submit", by: encryption)
        let answer = try #require(page.post(try page.signed("event", "submit", jwe: jwe)))
        #expect(try page.open(answer)["payload"] == ["result": [:]])
        guard case .event("submit", let payload) = page.inbound.last else { return #expect(Bool(false)) }
        #expect(payload == ["amount": "12.50"])
    }

    @Test("an encrypted request arrives as a secret with an encrypted result", arguments: PayloadEncryption.allCases)
    func request(encryption: PayloadEncryption) throws {
        let page = try EncryptionTests.page(encryption)
        let jwe = try page.encrypt(["reason": "Pay"], for: "performBiometric", by: encryption)
        #expect(page.post(try page.signed("request", "performBiometric", jwe: jwe)) == nil)
        guard case .secret(let secret) = page.payloads.last else { return #expect(Bool(false)) }
        #expect(secret.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"reason":"Pay"}"#)
        let answers = try #require(page.posts.last)
        page.perform(page.core.answer(try #require(page.requests.last), with: .success(.plain(["biometric": "PASS"]))))
        let text = try #require(answers.texts.first)
        #expect(!text.contains("PASS"))
        let message = try page.open(text)
        #expect(message["payload"] == nil)
        #expect(
            try page.decrypt(message["jwe"], of: "performBiometric", by: encryption) == ["biometric": "PASS"])
    }

    @Test("a secret result is sent unchanged and only encrypted")
    func secretResult() throws {
        let page = try EncryptionTests.page(.direct)
        let jwe = try page.encrypt([:], for: "performBiometric", by: .direct)
        page.post(try page.signed("request", "performBiometric", jwe: jwe))
        let secret = Secret(copying: Array(#"{"key":"value"}"#.utf8))
        page.perform(page.core.answer(try #require(page.requests.last), with: .success(.secret(secret))))
        let message = try page.open(try #require(page.posts.last?.texts.first))
        #expect(try page.decrypt(message["jwe"], of: "performBiometric", by: .direct) == ["key": "value"])
        // The same answer to a request without encryption is an error.
        let plain = try PageSide()
        try plain.connect()
        try plain.send("request", "performBiometric")
        plain.perform(plain.core.answer(try #require(plain.requests.last), with: .success(.secret(secret))))
        let answer = try #require(plain.posts.last?.texts.first)
        #expect(PageSide.code(answer) == "BRIDGE_ENCRYPTION" && !answer.contains("value"))
    }

    @Test("a pushed event is encrypted only where the step marks it", arguments: PayloadEncryption.allCases)
    func push(encryption: PayloadEncryption) throws {
        let page = try EncryptionTests.page(encryption)
        page.perform(page.core.push(name: "quote", payload: .plain(["rate": "1.17"])))
        page.perform(page.core.push(name: "greeting", payload: .plain(["text": "Hello"])))
        let events = try #require(try page.send("request", "next_event")?["result"]?["events"]?.array)
        #expect(Set(try #require(events.first?.object).keys) == ["name", "jwe"])
        #expect(try page.decrypt(events[0]["jwe"], of: "quote", by: encryption) == ["rate": "1.17"])
        #expect(events[1] == ["name": "greeting", "payload": ["text": "Hello"]])
    }

    @Test("a secret is pushed only encrypted; a push in the clear is dropped and reported")
    func pushedSecret() throws {
        let page = try EncryptionTests.page(.direct)
        let secret = Secret(copying: Array(#"{"token":"value"}"#.utf8))
        page.perform(page.core.push(name: "quote", payload: .secret(secret)))
        page.perform(page.core.push(name: "greeting", payload: .secret(secret)))
        let events = try #require(try page.send("request", "next_event")?["result"]?["events"]?.array)
        #expect(events.count == 1 && !"\(events)".contains("value"))
        #expect(try page.decrypt(events[0]["jwe"], of: "quote", by: .direct) == ["token": "value"])
        #expect(page.refusals == [.bridgeEncryption])
    }

    @Test("a clear payload where encryption is marked, and an encrypted one where it is not, are refused")
    func mismatch() throws {
        let page = try EncryptionTests.page(.direct)
        #expect(try page.send("event", "submit")?["error"]?["code"] == "BRIDGE_ENCRYPTION")
        #expect(try page.send("request", "performBiometric")?["error"]?["code"] == "BRIDGE_ENCRYPTION")
        let jwe = try page.encrypt([:], for: "other", by: .direct)
        #expect(PageSide.code(page.post(try page.signed("event", "other", jwe: jwe))) == "BRIDGE_ENCRYPTION")
        // The bridge's own messages are never encrypted.
        for name in ["next_event", "bridge_open"] {
            let text = try page.signed(name == "next_event" ? "request" : "event", name, jwe: jwe)
            #expect(PageSide.code(page.post(text)) == "BRIDGE_FORBIDDEN")
        }
        // An unlisted method is refused first.
        #expect(PageSide.code(page.post(try page.signed("request", "other", jwe: jwe))) == "BRIDGE_FORBIDDEN")
        #expect(page.events.isEmpty && page.requests.isEmpty)
        let both = page.message("event", "submit").replacing(#""id""#, with: #""jwe":"a","id""#)
        #expect(PageSide.code(page.post(try page.sealed(both))) == "BRIDGE_MESSAGE_INVALID")
    }

    @Test("a decrypted payload is bounded and must be strict JSON")
    func bounds() throws {
        let page = try EncryptionTests.page(.direct)
        func code(_ payload: JSONValue) throws -> String? {
            let jwe = try page.encrypt(payload, for: "submit", by: .direct)
            return PageSide.code(page.post(try page.signed("event", "submit", jwe: jwe)))
        }
        let room = BridgeCipher.limit - #"{"t":""}"#.utf8.count
        #expect(try code(["t": .string(String(repeating: "x", count: room))]) == nil)
        #expect(try code(["t": .string(String(repeating: "x", count: room + 1))]) == "BRIDGE_MESSAGE_TOO_LARGE")
        #expect(try code([]) == "BRIDGE_MESSAGE_INVALID")
        for text in [#"{"a":1,"a":2}"#, #"{"a":1} "x""#, "{", " "] {
            let jwe = try CompactJWE.seal(
                Array(text.utf8), to: JWE.Destination(direct: page.payloadKey("page-to-sdk")))
            #expect(PageSide.code(page.post(try page.signed("event", "submit", jwe: jwe))) == "BRIDGE_MESSAGE_INVALID")
        }
        #expect(page.events == ["submit"])
    }
}
