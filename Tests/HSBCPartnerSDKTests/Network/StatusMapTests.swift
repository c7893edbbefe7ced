import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyLanguage

@Suite("Mapping of responses to errors")
struct StatusMapTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func code(_ response: HTTPResponse, hadKey: Bool = true) -> ErrorCode? {
        StatusMap.error(of: response, operation: "op", hadKey: hadKey, now: now)?.code
    }

    /// The design's table, with the departures of `docs/evidence/departures.md`.
    private static func expected(_ status: Int, hadKey: Bool) -> SdkErrorCode? {
        switch status {
        case 200...299: nil
        case 400, 422: .validationFail
        case 401, 403: .authExpired
        case 408: .netTimeout
        case 409: hadKey ? .idempotentReplay : .unknown
        case 429: .rateLimited
        case 500...599: .serverError
        default: .unknown
        }
    }

    @Test("every status from 100 to 599 maps to its code, with and without a key", arguments: [true, false])
    func statuses(hadKey: Bool) {
        for status in 100...599 {
            let code = Self.code(HTTPResponse(status: status), hadKey: hadKey)
            #expect(code == Self.expected(status, hadKey: hadKey), "\(status)")
        }
    }

    @Test("only errors of transient statuses are recoverable")
    func recovery() {
        for status in 100...599 {
            let error = StatusMap.error(of: HTTPResponse(status: status), operation: "op", hadKey: true, now: Self.now)
            let mayPass = [401, 403, 408, 429].contains(status) || status >= 500
            #expect(error?.isRecoverable ?? false == mayPass, "\(status)")
        }
    }

    @Test(
        "each network failure maps to its code and says whether the call may have been processed",
        arguments: [
            (ErrorCode.netTimeout, 3, CallRefusal.unknown), (.netUnreachable, 3, .unknown), (.tlsFail, 1, .unknown),
            (.pinningFail, 1, .notDone), (.responseTooLarge, 1, .unknown), (.unknown, 1, .unknown),
        ])
    func transport(code: ErrorCode, tries: Int, refusal: CallRefusal) async throws {
        let transport = ScriptedTransport([.failure(JourneyError(code, "No."))])
        let client = try client(transport)
        let request = HTTPRequest(method: .post, url: try #require(HTTPSURL("https://bank.example/pay")))
        let result = await client.send(
            request, operation: "op", policy: RetryPolicy(rules: [], mayRepeat: true), isTokenIncluded: true)
        guard case .failure(let failure) = result else {
            Issue.record("It was answered.")
            return
        }
        #expect(failure.error.code == code && failure.status == nil && transport.requests.count == tries)
        #expect(CallRefusal(failure.error, status: nil) == refusal)
    }

    @Test("the codes have the documented names")
    func names() {
        let names: [SdkErrorCode] = [
            .authExpired, .netTimeout, .idempotentReplay, .validationFail, .rateLimited, .unknown, .pinningFail,
            .originBlocked, .scaRequired, .complianceHold, .moreInfo,
        ]
        #expect(
            names.map(\.rawValue) == [
                "AUTH_EXPIRED", "NET_TIMEOUT", "IDEMPOTENT_REPLAY", "VALIDATION_FAIL", "RATE_LIMITED", "UNKNOWN",
                "PINNING_FAIL", "ORIGIN_BLOCKED", "SCA_REQUIRED", "COMPLIANCE_HOLD", "MORE_INFO",
            ])
    }

    // MARK: Problems

    private static func problem(_ body: JSONValue, type: String? = "application/problem+json") -> HTTPResponse {
        var response = HTTPResponse(status: 422, body: body.compactBytes)
        response.headers["Content-Type"] = type
        return response
    }

    @Test("a problem's code and fields are read in RFC 9457 form and in ours, and nothing else is")
    func fields() {
        let response = Self.problem([
            "type": "https://bank.example/problems/more", "title": "More is needed", "status": 422, "detail": "Secret",
            "instance": "/x", "code": "MORE_INFO",
            "errors": [
                ["field": "dateOfBirth", "detail": "Enter a date."],
                ["pointer": "#/address", "detail": "Enter an address."], ["pointer": "#/a/b", "detail": "Too deep."],
                ["detail": "No field."], ["field": "x"], "text",
            ],
        ])
        let problem = StatusMap.problem(response)
        #expect(problem?.code == "MORE_INFO")
        #expect(problem?.errors == ["dateOfBirth": "Enter a date.", "address": "Enter an address."])
        #expect(Self.code(response) == .moreInfo)
    }

    @Test(
        "a code is taken from the body of a 4xx only, and only if no status stands for it",
        arguments: [
            "SCA_REQUIRED", "SCA_INVALID", "COMPLIANCE_HOLD", "MORE_INFO", "AUTH_EXPIRED", "PINNING_FAIL",
            "sca_required", "",
        ])
    func spoken(code: String) {
        let isOurs = ["SCA_REQUIRED", "SCA_INVALID", "COMPLIANCE_HOLD", "MORE_INFO"].contains(code)
        for status in [400, 401, 403, 409, 422, 429, 451, 499, 500, 503] {
            var response = Self.problem(["code": .string(code)])
            response.status = status
            let expected = isOurs && status < 500 ? code : Self.expected(status, hadKey: true)?.rawValue
            #expect(Self.code(response)?.rawValue == expected, "\(status)")
        }
    }

    @Test(
        "a body that is not a valid problem document within limits is ignored")
    func strict() {
        let good: JSONValue = ["code": "MORE_INFO"]
        #expect(StatusMap.problem(Self.problem(good)) != nil)
        #expect(StatusMap.problem(Self.problem(good, type: "Application/Problem+JSON; charset=utf-8")) != nil)
        #expect(StatusMap.problem(Self.problem(good, type: "application/json")) != nil)
        for type in ["text/html", "application/xml", "application/problem+xml", "application/jsonp", "", nil] {
            #expect(StatusMap.problem(Self.problem(good, type: type)) == nil, "\(type ?? "none")")
        }
        var two = Self.problem(good)
        two.headers.add("Content-Type", "text/html")
        #expect(StatusMap.problem(two) == nil)
        for text in [
            #"{"code":"MORE_INFO","code":"X"}"#, #"{"code":"MORE_INFO"} "x""#, "{'code':'MORE_INFO'}", "", "[]", "null",
            #"{"code":"MORE_INFO","x":"\#(String(repeating: "x", count: 16_384))"}"#,
            #"{"code":"MORE_INFO","x":\#(String(repeating: "[", count: 9))\#(String(repeating: "]", count: 9))}"#,
            #"{"code":"MORE_INFO","x":[\#(Array(repeating: "1", count: 600).joined(separator: ","))]}"#,
        ] {
            var response = Self.problem([:])
            response.body = Array(text.utf8)
            #expect(StatusMap.problem(response) == nil, "\(text.prefix(40))")
        }
    }

    private func client(_ transport: any HTTPTransport) throws -> ApiClient {
        let dependencies = Dependencies.fixed(clock: ManualClock(hurried: true))
        return ApiClient(
            transport: transport, dependencies: dependencies,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en",
                token: ContextToken(Secret(copying: Array("token-1".utf8))), traceID: dependencies.identifier()),
            events: EventBus(correlationID: "id", log: .silent) { _, _ in })
    }
}
