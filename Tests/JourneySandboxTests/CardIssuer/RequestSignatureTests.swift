import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Signed requests to the card issuer")
struct RequestSignatureTests {
    /// Computed with another library; the secret is invented.
    static let known: [(method: HTTPMethod, path: String, body: String, signature: String)] = [
        (
            .post, "/ping", #"{"ping":"pong"}"#, "7454a8b8a0e67b499394cf5451df897cf40e6fe551524d5b2ce7246392e31400"
        ),
        (
            .post, "/card/confirm-consent",
            #"{"userId":"11111111-2222-4333-8444-555555555555","challengeId":"66666666-7777-4888-8999-aaaaaaaaaaaa","verificationCode":"123456"}"#,
            "ea23f9d41e659fc30da829fd2bc7a405912d086e01f42cee6f23cea6d52417dc"
        ),
        (
            .get, "/card/11111111-2222-4333-8444-555555555555", "",
            "12bb79913780a096fde874950ca463330c65ee11cb1871afb258f3606d0f3e82"
        ),
        (
            .patch, "/card/3ds",
            #"{"cardId":"11111111-2222-4333-8444-555555555555","threeDSecurePassword":"Example1!"}"#,
            "83229e1457d9317fdff392aa67d71e97a7b4be920b1dcbaa0c63fb7204f84b54"
        ),
        (
            .post, "/card/create", #"{"nameOnCard":"Zoë Müller"}"#,
            "c3ab0df74f270542722c814d34f84cbe92a761be95c0fdbd0f732f849b795120"
        ),
    ]

    private static let time: Int64 = 1_700_000_000_000

    private func refusal(
        _ method: HTTPMethod, _ path: String, _ body: String, _ signature: String, at now: Int64 = time,
        key: String = "example-key"
    ) throws -> IssuerRefusal? {
        let check = RequestSignature(
            apiKey: Secret(copying: "example-key".utf8),
            secret: Secret(copying: "example-api-secret-not-real-0001".utf8), tolerance: 300_000)
        let request = HTTPRequest(
            method: method, url: try #require(HTTPSURL("https://issuer.localhost/api/v1" + path)),
            headers: ["api-key": key, "Authorization": "HMAC \(Self.time):\(signature)"], body: Array(body.utf8))
        do { try check.check(request, at: now) } catch { return error }
        return nil
    }

    @Test("an externally computed signature is accepted", arguments: known)
    func knownAnswers(method: HTTPMethod, path: String, body: String, signature: String) throws {
        #expect(try refusal(method, path, body, signature) == nil)
        #expect(try refusal(method, path, body + " ", signature) == .signature)
        #expect(try refusal(method, path + "x", body, signature) == .signature)
        #expect(try refusal(method == .post ? .put : .post, path, body, signature) == .signature)
        #expect(try refusal(method, path, body, signature.uppercased()) == .signature)
        #expect(try refusal(method, path, body, signature, key: "example-kez") == .apiKey)
    }

    @Test("the clock may be at most five minutes off", arguments: [-300_000, 0, 300_000] as [Int64])
    func clock(off: Int64) throws {
        let one = Self.known[0]
        #expect(try refusal(one.method, one.path, one.body, one.signature, at: Self.time + off) == nil)
        for more in [-1, 1] as [Int64] where off == 0 || more.signum() == off.signum() {
            let far = Self.time + (off == 0 ? more * 600_000 : off + more)
            #expect(try refusal(one.method, one.path, one.body, one.signature, at: far) == .clock)
        }
    }

    @Test("a signed call over HTTPS is answered; unsigned or wrongly signed ones are refused")
    func overHTTPS() async throws {
        try await TestIssuer.run { issuer in
            #expect(try await issuer.call(.post, "/ping", ["ping": "pong"]).body == ["ping": "pong"])
            let spoilt: [(String, (inout TestIssuer.Signed) -> Void)] = [
                ("30012", { $0.headers["Authorization"] = nil }), ("30000", { $0.headers["api-key"] = nil }),
                ("30000", { $0.headers["api-key"] = "another" }),
                ("30000", { $0.headers.add("api-key", "another") }),
                ("30012", { $0.headers.add("Authorization", "HMAC 1:00") }),
                (
                    "30012",
                    { $0.headers["Authorization"] = $0.headers["Authorization"]?.replacing("HMAC", with: "hmac") }
                ),
                ("30012", { $0.headers["Authorization"]?.append("0") }),
                ("30012", { $0.headers["Authorization"]?.removeLast() }),
                ("30012", { $0.headers["Authorization"] = $0.headers["Authorization"].map { $0 + ":" } }),
                ("30012", { $0.body = Array(#"{"ping":"pong" }"#.utf8) }),
                ("30012", { $0.body = [] }), ("30012", { $0.path = "/api/v1/card/block" }),
                ("00002", { $0.query = "user=1" }),
            ]
            for (code, spoil) in spoilt {
                let reply = try await issuer.call(.post, "/ping", ["ping": "pong"], spoil: spoil)
                #expect(reply.code == code)
                #expect(reply.status == (code == "00002" ? 400 : 401))
                #expect(reply.body["message"]?.string?.isEmpty == false && reply.body["errorDetails"] != nil)
            }
        }
    }

    @Test("a caller's clock ten minutes off is refused either way, and so is every caller if the issuer's is")
    func clocks() async throws {
        try await TestIssuer.run { issuer in
            for off in [-600.0, 600] {
                let reply = try await issuer.call(.post, "/ping", ["ping": "pong"], off: off)
                #expect(reply.status == 401 && reply.code == "30012")
            }
            #expect(try await issuer.call(.post, "/ping", ["ping": "pong"], off: 299).status == 200)
        }
        try await TestIssuer.run(skew: 600) { issuer in
            let reply = try await issuer.call(.post, "/ping", ["ping": "pong"])
            #expect(reply.code == "30012")
        }
    }
}
