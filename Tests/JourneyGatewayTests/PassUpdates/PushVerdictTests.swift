import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import JourneyGateway

@Suite("Push service verdicts")
struct PushVerdictTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static let table: [(Int, String?, HTTPFields, PushVerdict)] = [
        (200, nil, [:], .taken),
        (410, #"{"reason":"Unregistered","timestamp":1799999999000}"#, [:], .gone(since: 1_799_999_999_000)),
        (410, #"{"reason":"ExpiredToken"}"#, [:], .gone(since: nil)), (410, nil, [:], .gone(since: nil)),
        (400, #"{"reason":"BadDeviceToken"}"#, [:], .gone(since: nil)),
        (400, #"{"reason":"DeviceTokenNotForTopic"}"#, [:], .gone(since: nil)),
        (400, #"{"reason":"BadTopic"}"#, [:], .shutOut("BadTopic")),
        (400, #"{"reason":"TopicDisallowed"}"#, [:], .shutOut("TopicDisallowed")),
        (400, #"{"reason":"PayloadEmpty"}"#, [:], .refused("PayloadEmpty")),
        (400, #"{"reason":"IdleTimeout"}"#, [:], .down(nil)),
        (400, #"{"reason":"IdleTimeout"}"#, ["Retry-After": "5"], .down(.seconds(5))),
        (400, "no JSON", [:], .refused("status 400")),
        (403, #"{"reason":"BadCertificate"}"#, [:], .shutOut("BadCertificate")),
        (403, #"{"reason":"BadCertificateEnvironment"}"#, [:], .shutOut("BadCertificateEnvironment")),
        (404, #"{"reason":"BadPath"}"#, [:], .shutOut("BadPath")), (405, nil, [:], .refused("status 405")),
        (413, #"{"reason":"PayloadTooLarge"}"#, [:], .refused("PayloadTooLarge")),
        (429, #"{"reason":"TooManyRequests"}"#, [:], .later(nil)),
        (429, nil, ["Retry-After": "7"], .later(.seconds(7))),
        (500, #"{"reason":"InternalServerError"}"#, [:], .down(nil)),
        (503, #"{"reason":"ServiceUnavailable"}"#, ["Retry-After": "30"], .down(.seconds(30))),
        (503, #"{"reason":"Shutdown"}"#, ["Retry-After": "999999"], .down(.seconds(3_600))),
        (503, nil, ["Retry-After": "Fri, 15 Jan 2027 08:00:09 GMT"], .down(.seconds(9))),
        (503, nil, ["Retry-After": "soon"], .down(nil)), (408, nil, [:], .down(nil)),
        (302, nil, [:], .refused("status 302")),
    ]

    @Test("each status and reason maps to its verdict", arguments: table.indices)
    func answers(index: Int) {
        let (status, body, headers, verdict) = Self.table[index]
        let response = HTTPResponse(status: status, headers: headers, body: Array((body ?? "").utf8))
        #expect(PushVerdict(response, now: Self.now) == verdict)
    }

    @Test(
        "a certificate failure means shut out, and any other failure means down",
        arguments: [
            (ErrorCode.tlsFail, PushVerdict.shutOut("TLS_FAIL")),
            (.configurationInvalid, .shutOut("CONFIGURATION_INVALID")),
            (.netTimeout, .down(nil)), (.netUnreachable, .down(nil)), (.responseTooLarge, .down(nil)),
        ])
    func failures(code: ErrorCode, verdict: PushVerdict) {
        #expect(PushVerdict(JourneyError(code, "No.")) == verdict)
    }

    @Test("a push is an empty object for the pass type, to the token's address")
    func request() async throws {
        let transport = ScriptedTransport([.response(HTTPResponse(status: 200))])
        let service = try #require(Origin(scheme: "https", host: "api.push.apple.com", port: 443))
        let client = PushClient(service: service, type: "pass.com.example", transport: transport, now: { Self.now })
        #expect(try await client.push(to: "abcd") == .taken)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url.description == "https://api.push.apple.com/3/device/abcd")
        #expect(request.body == Array("{}".utf8))
        #expect(
            request.headers["apns-topic"] == "pass.com.example" && request.headers["apns-expiration"] == "1802592000")
        // An invalid token never becomes part of a URL.
        for token in ["", "../x", "ab/cd", "ab?c", "abc", "zz"] {
            #expect(try await client.push(to: token) == .gone(since: nil))
        }
        #expect(transport.requests.count == 1)
    }

    @Test(
        "an unavailable service is paused for doubling times up to five minutes, then probed with one push"
    )
    func pacing() {
        var pacing = PushPacing()
        #expect(pacing.room(at: .zero) == PushPacing.width)
        var now = Duration.zero
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            pacing.fail(at: now, asked: nil, jitter: 0)
            #expect(pacing.wait(at: now) == .seconds(seconds) && pacing.room(at: now) == 0)
            now += .seconds(seconds)
            #expect(pacing.room(at: now - .milliseconds(1)) == 0)
            #expect(pacing.room(at: now) == 1)
        }
        pacing.succeed()
        #expect(pacing.room(at: now) == PushPacing.width && pacing.wait(at: now) == .zero)
        pacing.fail(at: now, asked: .seconds(40), jitter: 1)
        #expect(pacing.wait(at: now) == .seconds(40.5))
    }
}
