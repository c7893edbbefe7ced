import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

/// Attacks on the encryption alone: all messages have valid seals.
@Suite("Encrypted payloads: attacks")
struct EncryptionAttackTests {
    private static func page(_ encryption: PayloadEncryption) throws -> PageSide {
        var limits = BridgeLimits()
        limits.burst = 10_000
        let page = try PageSide(limits: limits)
        page.encrypted = ["submit": encryption, "other": encryption]
        try page.connect()
        return page
    }

    private static func code(_ page: PageSide, _ jwe: String, name: String = "submit") throws -> String? {
        PageSide.code(page.post(try page.signed("event", name, jwe: jwe)))
    }

    /// Returns `jwe` with a changed header; the tag covers the header, so each is also a forgery.
    private static func reheaded(_ jwe: String, _ change: (inout [String: JSONValue]) -> Void) throws -> String {
        var parts = jwe.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let header = try #require(Base64URL.decode(parts[0]))
        var members = try #require(try JSONReader.read(header).object)
        change(&members)
        parts[0] = Base64URL.encode(JSONValue.object(members).compactBytes)
        return parts.joined(separator: ".")
    }

    @Test("each changed character and each truncation is refused", arguments: PayloadEncryption.allCases)
    func tampered(encryption: PayloadEncryption) throws {
        let page = try EncryptionAttackTests.page(encryption)
        let jwe = try page.encrypt(["amount": "12"], for: "submit", by: encryption)
        let bytes = Array(jwe.utf8)
        for index in bytes.indices {
            var bad = bytes
            bad[index] = bad[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: bad, as: UTF8.self)
            #expect(try EncryptionAttackTests.code(page, text) == "BRIDGE_DECRYPTION", "character \(index)")
        }
        for count in [0, 1, bytes.count / 2, bytes.count - 1] {
            #expect(try EncryptionAttackTests.code(page, String(jwe.prefix(count))) == "BRIDGE_DECRYPTION")
        }
        for text in [jwe + ".", jwe + "A", "." + jwe, jwe.replacing(".", with: "..")] {
            #expect(try EncryptionAttackTests.code(page, text) == "BRIDGE_DECRYPTION")
        }
        #expect(page.events.isEmpty)
        #expect(try EncryptionAttackTests.code(page, jwe) == nil)
        #expect(page.events == ["submit"])
    }

    @Test("a header with another algorithm, a key, compression or any extra member is refused")
    func headers() throws {
        let changes: [(inout [String: JSONValue]) -> Void] = [
            { $0["zip"] = "DEF" }, { $0["jwk"] = ["kty": "oct", "k": "AAAA"] }, { $0["jku"] = "https://evil.example/" },
            { $0["kid"] = "1" }, { $0["crit"] = ["exp"] }, { $0["typ"] = "JWT" },
            { $0["x5u"] = "https://evil.example/" },
            { $0["alg"] = "ECDH-ES" }, { $0["alg"] = "A256KW" }, { $0["alg"] = "none" }, { $0["alg"] = nil },
            { $0["enc"] = "A128GCM" }, { $0["enc"] = "A256CBC-HS512" }, { $0["enc"] = nil },
            { $0["alg"] = ["dir"] }, { $0["p2c"] = 1 },
        ]
        for encryption in PayloadEncryption.allCases {
            let page = try EncryptionAttackTests.page(encryption)
            let jwe = try page.encrypt([:], for: "submit", by: encryption)
            for (index, change) in changes.enumerated() {
                let text = try EncryptionAttackTests.reheaded(jwe, change)
                #expect(try EncryptionAttackTests.code(page, text) == "BRIDGE_DECRYPTION", "\(encryption) \(index)")
            }
            #expect(page.events.isEmpty)
        }
    }

    @Test("a non-standard header is refused even if it was encrypted with it")
    func honestHeaders() throws {
        let page = try EncryptionAttackTests.page(.direct)
        let key = try page.payloadKey("page-to-sdk")
        func seal(_ header: String) throws -> String {
            let encoded = Base64URL.encode(Array(header.utf8))
            let nonce = [UInt8](repeating: UInt8(header.utf8.count & 0xFF), count: 12)
            let sealed = try AESGCM.seal(Array("{}".utf8), key: key, nonce: nonce, aad: Array(encoded.utf8))
            let parts = [[], nonce, Array(sealed.dropLast(16)), Array(sealed.suffix(16))]
            return ([encoded] + parts.map { Base64URL.encode($0) }).joined(separator: ".")
        }
        for header in [
            #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, #"{"alg":"dir","enc":"A256GCM","kid":"1"}"#,
            #"{"alg":"dir","enc":"A256GCM","jwk":{}}"#, #"{"alg":"dir","enc":"A256GCM","jku":"https://evil.example"}"#,
            #"{"alg":"dir","alg":"dir","enc":"A256GCM"}"#, #"{"alg":"dir","enc":"A256GCM","cty":"x"}"#,
            #"{"alg":"DIR","enc":"A256GCM"}"#, #"{"alg":"dir"}"#, #"["dir"]"#,
        ] {
            #expect(try EncryptionAttackTests.code(page, try seal(header)) == "BRIDGE_DECRYPTION", "\(header)")
        }
        #expect(page.events.isEmpty)
        // The order of members does not matter.
        #expect(try EncryptionAttackTests.code(page, try seal(#"{"enc":"A256GCM","alg":"dir"}"#)) == nil)
    }

    @Test("a payload with another algorithm than the step's is refused", arguments: PayloadEncryption.allCases)
    func otherForm(encryption: PayloadEncryption) throws {
        let page = try EncryptionAttackTests.page(encryption)
        let other: PayloadEncryption = encryption == .direct ? .agreement : .direct
        let jwe = try page.encrypt([:], for: "submit", by: other)
        #expect(try EncryptionAttackTests.code(page, jwe) == "BRIDGE_DECRYPTION")
    }

    @Test("plain ECDH-ES, other parties, and an invalid or extended ephemeral key are refused")
    func agreement() throws {
        let page = try EncryptionAttackTests.page(.agreement)
        let key = PublicKey.p256(try #require(page.sdkKey))
        let labels = try page.parties("page-to-sdk", "submit")
        func code(_ labels: JWE.Labels, by form: JWE.KeyManagement = .ecdhESA256KW) throws -> String? {
            let jwe = try CompactJWE.seal(Array("{}".utf8), to: JWE.Destination(key, by: form), labels: labels)
            return try EncryptionAttackTests.code(page, jwe)
        }
        #expect(try code(labels, by: .ecdhES) == "BRIDGE_DECRYPTION")
        var other = labels
        other.partyV = [UInt8](repeating: 0, count: 16)
        #expect(try code(other) == "BRIDGE_DECRYPTION")
        #expect(try code(JWE.Labels()) == "BRIDGE_DECRYPTION")
        #expect(try code(try page.parties("sdk-to-page", "submit")) == "BRIDGE_DECRYPTION")
        #expect(try code(try page.parties("page-to-sdk", "other")) == "BRIDGE_DECRYPTION")
        other = labels
        other.typ = "JWT"
        #expect(try code(other) == "BRIDGE_DECRYPTION")
        let good = try page.encrypt([:], for: "submit", by: .agreement)
        let zero = Base64URL.encode([UInt8](repeating: 0, count: 32))
        let points: [JSONValue] = [
            ["kty": "EC", "crv": "P-256", "x": .string(zero), "y": .string(zero)],
            ["kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ"], ["kty": "EC", "crv": "P-384"], [:], "x", nil,
            ["kty": "EC", "crv": "P-256", "x": .string(zero), "y": .string(zero), "d": .string(zero)],
        ]
        for point in points {
            let text = try EncryptionAttackTests.reheaded(good) { $0["epk"] = point }
            #expect(try EncryptionAttackTests.code(page, text) == "BRIDGE_DECRYPTION", "\(point)")
        }
        #expect(page.events.isEmpty)
    }

    @Test("a payload opens once, in its own message, direction and document", arguments: PayloadEncryption.allCases)
    func replays(encryption: PayloadEncryption) throws {
        let page = try EncryptionAttackTests.page(encryption)
        let jwe = try page.encrypt(["n": 1], for: "submit", by: encryption)
        #expect(try EncryptionAttackTests.code(page, jwe) == nil)
        #expect(try EncryptionAttackTests.code(page, jwe) == "BRIDGE_REPLAY")
        #expect(try EncryptionAttackTests.code(page, jwe, name: "other") == "BRIDGE_REPLAY")
        // A payload that another party encrypted for one message is invalid in another. Under `dir` the page itself encrypts, and
        // the message's signature covers its payload.
        if encryption == .agreement {
            let fresh = try page.encrypt([:], for: "submit", by: encryption)
            #expect(try EncryptionAttackTests.code(page, fresh, name: "other") == "BRIDGE_DECRYPTION")
        }
        // The SDK's own payload, reflected.
        page.perform(page.core.push(name: "other", payload: .plain(["rate": "1.17"])))
        let events = try page.send("request", "next_event")?["result"]?["events"]
        let pushed = try #require(events?[0]?["jwe"]?.string)
        #expect(try EncryptionAttackTests.code(page, pushed, name: "other") == "BRIDGE_DECRYPTION")
        // Another document of the same page has new keys.
        let kept = try page.encrypt(["n": 2], for: "submit", by: encryption)
        page.begin("b")
        try page.shakeHands()
        #expect(try EncryptionAttackTests.code(page, kept) == "BRIDGE_DECRYPTION")
        #expect(page.events == ["submit"])
    }

    @Test("a payload is refused when the replay window is full")
    func exhausted() throws {
        var limits = BridgeLimits()
        limits.nonces = 3
        let page = try PageSide(limits: limits)
        page.encrypted = ["submit": .direct]
        try page.connect()
        func code() throws -> String? {
            page.advance(1)
            let jwe = try page.encrypt([:], for: "submit", by: .direct)
            return try EncryptionAttackTests.code(page, jwe)
        }
        for _ in 0..<3 { #expect(try code() == nil) }
        #expect(try code() == "BRIDGE_BUSY")
    }

    @Test("a refusal gives the page a code, and its report contains none of the payload")
    func silence() throws {
        let page = try EncryptionAttackTests.page(.direct)
        let secret = "SECRET-7341"
        let jwe = try CompactJWE.seal(
            Array(#"{"word":"\#(secret)","word":2}"#.utf8),
            to: JWE.Destination(direct: page.payloadKey("page-to-sdk")))
        let answer = try #require(page.post(try page.signed("event", "submit", jwe: jwe)))
        #expect(
            Set(try #require(page.open(answer)["payload"]?["error"]?.object).keys) == [
                "code", "recoverable", "traceparent",
            ])
        #expect(!"\(page.inbound)".contains(secret))
        page.encrypted = ["performBiometric": .direct]
        try page.present()
        page.begin("b")
        try page.shakeHands()
        let request = try page.encrypt(["word": .string(secret)], for: "performBiometric", by: .direct)
        page.post(try page.signed("request", "performBiometric", jwe: request))
        #expect(page.payloads.count == 1 && !"\(page.payloads)".contains(secret))
        var dumped = ""
        dump(page.payloads, to: &dumped)
        #expect(!dumped.contains(secret))
    }
}
