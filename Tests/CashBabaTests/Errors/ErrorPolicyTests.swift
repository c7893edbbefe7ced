import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import CashBaba

@Suite("Handling of responses")
struct ErrorPolicyTests {
    /// HTTP statuses with their title, whether the SDK closes, and whether a binding call's outcome is unknown.
    private static let statuses: [(Int, String, Bool, Bool)] = [
        (400, "HTTPError", false, false), (401, "Unauthorized", true, false), (403, "HTTPError", false, false),
        (404, "HTTPError", false, false), (408, "HTTPError", false, true), (409, "HTTPError", false, false),
        (422, "HTTPError", false, false), (429, "HTTPError", false, false), (443, "HTTPError", false, false),
        (444, "ServerError", true, false), (445, "HTTPError", false, false), (500, "ServerError", true, true),
        (501, "ServerError", true, true), (502, "HTTPError", false, true), (503, "HTTPError", false, true),
        (204, "HTTPError", false, true), (302, "HTTPError", false, true),
    ]

    @Test("every status has its error for each of the eighteen calls", arguments: Endpoint.allCases)
    func statusTable(endpoint: Endpoint) async throws {
        for (status, title, closes, doubt) in Self.statuses {
            let wallet = try TestWallet([
                TestWallet.answer(["messages": ["first", "second"], "details": "d"], status: status)
            ])
            let closed = Mutex<[SDKError]>([])
            wallet.api.onClosing { error in closed.withLock { $0.append(error) } }
            let error = try #require(await wallet.error(endpoint), "\(status)")
            #expect(error.title == title && error.code == status, "\(status)")
            #expect(error.closesSDK == closes, "\(status)")
            #expect(error.description == "first")
            #expect(error.leavesDoubt == (doubt && endpoint.isBinding), "\(status)")
            #expect(closed.withLock { $0 } == (closes ? [error] : []), "\(status)")
            // Only reads are repeated, and only if that can help.
            let again = endpoint.isRead && [408, 429, 502, 503].contains(status)
            #expect(wallet.transport.requests.count == (again ? 3 : 1), "\(status)")
        }
    }

    @Test(
        "timeouts and lost connections are network errors, in doubt for binding calls",
        arguments: Endpoint.allCases)
    func silence(endpoint: Endpoint) async throws {
        for code in [ErrorCode.netTimeout, .netUnreachable, .tlsFail] {
            let wallet = try TestWallet([.failure(JourneyError(code, "no"))])
            let error = try #require(await wallet.error(endpoint))
            #expect(error.title == "BadNetworkError" && error.code == 1533 && error.errorCode == code)
            #expect(!error.closesSDK && error.leavesDoubt == endpoint.isBinding)
            let again = endpoint.isRead && code != .tlsFail
            #expect(wallet.transport.requests.count == (again ? 3 : 1))
        }
        let pinned = try TestWallet([.failure(JourneyError(.pinningFail, "no"))])
        let error = try #require(await pinned.error(endpoint))
        #expect(!error.leavesDoubt && error.errorCode == .pinningFail)
    }

    @Test("an unanswered read is retried after growing waits, and its response counts")
    func retry() async throws {
        let wallet = try TestWallet([
            .failure(JourneyError(.netUnreachable, "no")), TestWallet.answer([:], status: 503),
            TestWallet.answer(["code": 200, "data": ["validationMessages": [["english": "five", "bangla": "পাঁচ"]]]]),
        ])
        let rules = try await wallet.repository.getPinRules()
        #expect(rules.data.validationMessages == [.init(english: "five", bangla: "পাঁচ")])
        #expect(wallet.transport.requests.count == 3)
        let naps = wallet.clock.naps
        #expect(
            naps.count == 2 && naps[0] >= .milliseconds(500) && naps[1] >= .seconds(1)
                && naps[1] <= .milliseconds(1_500))
    }

    @Test(
        "the body's code decides under HTTP 200 and 201: only 200 and 201 are success",
        arguments: [200, 201],
        [
            (199, false), (200, true), (201, true), (202, false), (400, false), (401, false), (500, false), (0, false),
            (-1, false),
        ])
    func bodyCode(status: Int, row: (code: Int64, isGood: Bool)) async throws {
        let body: JSONValue = ["code": .number(JSONNumber(row.code)), "messages": ["one", "two"]]
        for endpoint in Endpoint.allCases where endpoint != .clientToken {
            let wallet = try TestWallet([TestWallet.answer(body, status: status)])
            let error = await wallet.error(endpoint)
            #expect((error == nil) == row.isGood)
            guard let error else { continue }
            #expect(error.code == Int(row.code) && error.description == "one, two")
            #expect(!error.closesSDK)
            // A refusal is final; a failure of the service, and another success status, are not.
            #expect(error.leavesDoubt == ([202, 500].contains(row.code) && endpoint.isBinding))
        }
    }

    @Test(
        "the transport's request fate decides whether a binding call is in doubt",
        arguments: [
            (JourneyError(.netUnreachable, "no"), RequestFate.notSent), (JourneyError(.netTimeout, "no"), .notSent),
            (JourneyError(.tlsFail, "no"), .notSent), (JourneyError(.pinningFail, "no"), .notSent),
            (JourneyError(.validationFail, "no"), .notSent), (JourneyError(.netUnreachable, "no"), .unknown),
            (JourneyError(.netTimeout, "no"), .unknown), (JourneyError(.tlsFail, "no"), .unknown),
            (JourneyError(.pinningFail, "no"), .unknown), (JourneyError(.validationFail, "no"), .unknown),
            (JourneyError(.responseTooLarge, "no"), .unknown), (JourneyError(.netUnreachable, "no"), nil),
            (JourneyError(.validationFail, "no"), nil),
        ] as [(JourneyError, RequestFate?)])
    func fates(error: JourneyError, fate: RequestFate?) async throws {
        var error = error
        error.requestFate = fate
        for endpoint in Endpoint.allCases {
            let wallet = try TestWallet([.failure(error)])
            let told = try #require(await wallet.error(endpoint))
            let expected = fate ?? .unknown
            #expect(told.requestFate == (endpoint.isBinding ? expected : nil), "\(endpoint)")
            #expect(told.leavesDoubt == (endpoint.isBinding && expected == .unknown), "\(endpoint)")
            #expect(told.journeyError.requestFate == told.requestFate)
            let words = told.message(in: .english)
            #expect(words.hasPrefix(WalletPhrase.notSent(.english)) == (endpoint.isBinding && expected == .notSent))
            #expect((words == WalletPhrase.outcomeUnknown(.english)) == told.leavesDoubt)
        }
    }

    @Test(
        "a malformed response is BadAPIResponse, and in doubt for binding calls",
        arguments: [
            "", "{", "[]", "null", "\"ok\"", "{\"code\":\"200\"}", "{\"code\":200.5}", "{\"code\":200,\"code\":400}",
            "{\"code\":200}x", "<html>", "{\"messages\":[1]}", "{\"messages\":\"ok\"}", "{\"details\":7}",
            "{\"code\":99999999999999999999}", "{\"a\":[[[[[[[[[1]]]]]]]]]}",
        ])
    func malformed(text: String) async throws {
        for endpoint in Endpoint.allCases {
            let wallet = try TestWallet([.response(HTTPResponse(status: 200, body: Array(text.utf8)))])
            let error = try #require(await wallet.error(endpoint), "\(endpoint)")
            #expect(error.title == "BadAPIResponse" && error.code == 1532 && !error.closesSDK)
            #expect(error.leavesDoubt == endpoint.isBinding)
        }
    }

    @Test("an answer beyond the limit is refused before it is parsed")
    func size() async throws {
        let big = [UInt8](repeating: 0x20, count: ErrorPolicy.limits.bytes) + Array("{}".utf8)
        for step in [
            ScriptedTransport.Step.response(HTTPResponse(status: 200, body: big)),
            .failure(JourneyError(.responseTooLarge, "too large")),
        ] {
            let wallet = try TestWallet([step])
            let error = try #require(await wallet.error(.payment))
            #expect(error.title == "BadAPIResponse" && error.leavesDoubt)
        }
        let deep = try TestWallet([.response(HTTPResponse(status: 400, body: big))])
        #expect(await deep.error(.payment)?.description == "HTTP 400")
    }

    @Test("the service's message is shown as one clean line, or replaced by a fallback")
    func texts() async throws {
        let rows: [(JSONValue, Int, String)] = [
            (["messages": ["a\u{202E}b\u{1B}[31m\nc"]], 400, "ab[31mc"),
            (["messages": [], "details": "why"], 422, "why"),
            (["messages": [" "], "details": ""], 409, "HTTP 409"), ([:], 401, "Unauthorized"), ([:], 444, "HTTP 444"),
            (["messages": [.string(String(repeating: "x", count: 9_000))]], 400, String(repeating: "x", count: 300)),
            (["code": 500], 200, "Unknown server error"), (["code": 500, "details": "why"], 200, "why"),
        ]
        for (body, status, text) in rows {
            let wallet = try TestWallet([TestWallet.answer(body, status: status)])
            #expect(await wallet.error(.setPinOTP)?.description == text)
        }
    }

    @Test("a cancelled call is reported as cancelled and closes nothing")
    func cancelled() async throws {
        let wallet = try TestWallet([.silence])
        let task = Task { await wallet.error(.payment) }
        while wallet.transport.requests.isEmpty { await Task.yield() }
        task.cancel()
        let error = try #require(await task.value)
        #expect(error.title == "Cancelled" && !error.closesSDK && error.leavesDoubt)
    }

    @Test("a call cancelled before it starts was not sent")
    func cancelledBefore() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate {}
            return await wallet.error(.payment)
        }
        task.cancel()
        open.finish()
        let error = try #require(await task.value)
        #expect(error.title == "Cancelled" && error.requestFate == .notSent && !error.leavesDoubt)
        #expect(wallet.transport.requests.isEmpty)
    }

    @Test("the log has calls and statuses but no content, and can be switched off")
    func log() async throws {
        let lines = Mutex<[String]>([])
        let log = Log { entry in lines.withLock { $0.append("\(entry)") } }
        for endpoint in Endpoint.allCases {
            let wallet = try TestWallet([TestWallet.answer(TestWallet.good)], log: log)
            try await wallet.call(endpoint)
            let lost = try TestWallet([.failure(JourneyError(.netTimeout, "no"))], log: log)
            _ = await lost.error(endpoint)
        }
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(text.contains("operation=payment status=200") && text.contains("code=NET_TIMEOUT"))
        for secret in [
            "13579", "24680", "123456", "654321", TestWallet.token, TestWallet.wallet, "fresh-token", "a+b/c", "ref",
            "4321",
            "1990", "Dhaka", "==",
        ] { #expect(!text.contains(secret), "\(secret)") }
        let quiet = try TestWallet([TestWallet.answer(TestWallet.good)], log: log)
        let before = lines.withLock(\.count)
        quiet.api.configure { $0.logs = [.session, .flow] }
        try await quiet.call(.payment)
        #expect(lines.withLock(\.count) == before)
    }

    @Test("the seed's error factories keep their titles and codes")
    func factories() {
        let errors: [SDKError] = [.badURL("x"), .decode("x"), .network(), .unauthorized(), .server()]
        #expect(errors.map(\.title) == ["BadURL", "BadAPIResponse", "BadNetworkError", "Unauthorized", "ServerError"])
        #expect(errors.map(\.code) == [1531, 1532, 1533, 401, 444])
        #expect(errors.map(\.closesSDK) == [false, false, false, true, true])
        #expect(errors[2].description == "No connection")
    }
}
