import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("Signed requests to the card issuer")
struct IssuerSignerTests {
    /// Known answers, computed with Python's `hashlib` and `hmac` from the issuer's specification.
    static let known: [(method: HTTPMethod, path: String, body: String, md5: String, signature: String)] = [
        (
            .post, "/ping", #"{"ping":"pong"}"#, "b41c090e9b32a3f85c631db1af38b0af",
            "7454a8b8a0e67b499394cf5451df897cf40e6fe551524d5b2ce7246392e31400"
        ),
        (
            .post, "/card/confirm-consent",
            #"{"userId":"11111111-2222-4333-8444-555555555555","challengeId":"66666666-7777-4888-8999-aaaaaaaaaaaa","verificationCode":"123456"}"#,
            "6ab23be805c0ec48156eed3a36dacaa7", "ea23f9d41e659fc30da829fd2bc7a405912d086e01f42cee6f23cea6d52417dc"
        ),
        (
            .get, "/card/11111111-2222-4333-8444-555555555555", "", "99914b932bd37a50b983c5e7c90ae93b",
            "12bb79913780a096fde874950ca463330c65ee11cb1871afb258f3606d0f3e82"
        ),
        (
            .patch, "/card/3ds",
            #"{"cardId":"11111111-2222-4333-8444-555555555555","threeDSecurePassword":"Example1!"}"#,
            "bc706f7bc4a41ab987029e527e8d81e4", "83229e1457d9317fdff392aa67d71e97a7b4be920b1dcbaa0c63fb7204f84b54"
        ),
        (
            .post, "/card/create", #"{"nameOnCard":"Zoë Müller"}"#, "c3912e6da55b41150d37c5326dc4bab5",
            "c3ab0df74f270542722c814d34f84cbe92a761be95c0fdbd0f732f849b795120"
        ),
    ]

    private let signer = IssuerSigner(
        apiKey: Secret(copying: "key-1".utf8), apiSecret: Secret(copying: "example-api-secret-not-real-0001".utf8))

    @Test("each known request has its known signature", arguments: known)
    func knownAnswers(method: HTTPMethod, path: String, body: String, md5: String, signature: String) {
        let bytes = Array(body.utf8)
        #expect(Hex.encode(MD5.hash(bytes.isEmpty ? Array("{}".utf8) : bytes)) == md5)
        #expect(signer.signature(method, path, body: bytes, stamp: "1700000000000") == signature)
    }

    @Test("a changed byte, method, path, time or secret changes it")
    func nearMisses() {
        let right = Self.known[0].signature
        let body = Array(#"{"ping":"pong"}"#.utf8)
        let other = IssuerSigner(
            apiKey: Secret(copying: "key-1".utf8), apiSecret: Secret(copying: "example-api-secret-not-real-0002".utf8))
        for wrong in [
            signer.signature(.post, "/ping", body: body + [0x20], stamp: "1700000000000"),
            signer.signature(.put, "/ping", body: body, stamp: "1700000000000"),
            signer.signature(.post, "/pong", body: body, stamp: "1700000000000"),
            signer.signature(.post, "/ping", body: body, stamp: "1700000000001"),
            signer.signature(.post, "/api/v1/ping", body: body, stamp: "1700000000000"),
            other.signature(.post, "/ping", body: body, stamp: "1700000000000"),
        ] { #expect(wrong != right) }
    }

    @Test("the header has the key, the time in milliseconds, the signature and the type")
    func header() {
        let fields = signer.headers(
            .post, "/ping", body: Array(#"{"ping":"pong"}"#.utf8), at: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(fields["api-key"] == "key-1")
        #expect(fields["Authorization"] == "HMAC 1700000000000:\(Self.known[0].signature)")
        #expect(fields["Content-Type"] == "application/json")
    }
}
