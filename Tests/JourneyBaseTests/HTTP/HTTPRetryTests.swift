import JourneyBase
import JourneyTesting
import Testing

@Suite("HTTP deadlines and retries")
struct HTTPRetryTests {
    private let clock = ManualClock(hurried: true)

    private func send(
        _ steps: [ScriptedTransport.Step], method: HTTPMethod = .get, isRepeatable: Bool? = nil,
        retry: HTTPRetry = HTTPRetry(), within: Duration = .seconds(45)
    ) async throws -> (tries: Int, result: Result<HTTPResponse, any Error>) {
        let transport = ScriptedTransport(steps)
        let url = try #require(HTTPSURL("https://bank.example/"))
        var result: Result<HTTPResponse, any Error>
        do {
            result = .success(
                try await transport.send(
                    HTTPRequest(method: method, url: url), options: HTTPOptions(isRepeatable: isRepeatable),
                    retry: retry, by: HTTPDeadline(after: within, clock: clock),
                    random: { [UInt8](repeating: 0, count: $0) }))
        } catch { result = .failure(error) }
        return (transport.requests.count, result)
    }

    @Test("a failed request is retried, and the first response is returned")
    func recovers() async throws {
        let lost = JourneyError(.netUnreachable, "gone")
        let (tries, result) = try await send([
            .failure(lost), .response(HTTPResponse(status: 503)), .response(HTTPResponse(status: 200)),
        ])
        #expect(tries == 3)
        #expect(try result.get().status == 200)
    }

    @Test(
        "only requests that are safe to repeat are retried",
        arguments: [
            (HTTPMethod.post, nil, 1), (.patch, nil, 1), (.post, true, 3), (.get, nil, 3), (.put, nil, 3),
            (.get, false, 1),
        ] as [(HTTPMethod, Bool?, Int)])
    func lostAnswer(method: HTTPMethod, isRepeatable: Bool?, expected: Int) async throws {
        let silence = ScriptedTransport.Step.failure(JourneyError(.netTimeout, "silence"))
        #expect(try await send([silence], method: method, isRepeatable: isRepeatable).tries == expected)
    }

    @Test(
        "a refusal, or a failure that a retry cannot change, ends the retries",
        arguments: [200, 301, 400, 404, 409, 500])
    func final(status: Int) async throws {
        #expect(try await send([.response(HTTPResponse(status: status))]).tries == 1)
        for code in [ErrorCode.pinningFail, .tlsFail, .responseTooLarge, .validationFail] {
            let (tries, result) = try await send([.failure(JourneyError(code, "no"))])
            #expect(tries == 1)
            #expect(throws: JourneyError.self) { try result.get() }
        }
    }

    @Test("an unsent request is always retried; once an attempt was sent, the result is not called unsent")
    func fates() async throws {
        func failure(_ fate: RequestFate) -> ScriptedTransport.Step {
            var error = JourneyError(.netUnreachable, "gone")
            error.requestFate = fate
            return .failure(error)
        }
        let (unsent, lost) = (failure(.notSent), failure(.unknown))
        let busy = ScriptedTransport.Step.response(HTTPResponse(status: 503))
        for (steps, isRepeatable, tries, fate) in [
            ([unsent, unsent, unsent], false, 3, RequestFate.notSent), ([unsent, lost], false, 2, .unknown),
            ([unsent, unsent, unsent], true, 3, .notSent), ([lost, unsent, unsent], true, 3, .unknown),
            ([unsent, lost, unsent], true, 3, .unknown), ([busy, unsent, unsent], true, 3, .unknown),
        ] {
            let end = try await send(steps, method: .post, isRepeatable: isRepeatable)
            #expect(end.tries == tries)
            let error = #expect(throws: JourneyError.self) { try end.result.get() }
            #expect(error?.requestFate == fate)
        }
    }

    @Test("the last response is returned unchanged")
    func exhausted() async throws {
        let (tries, result) = try await send([.response(HTTPResponse(status: 429))], retry: HTTPRetry(tries: 2))
        #expect(tries == 2)
        #expect(try result.get().status == 429)
    }

    @Test("no attempt starts beyond the deadline, and each has only the remaining time")
    func deadline() async throws {
        let lost = ScriptedTransport.Step.failure(JourneyError(.netUnreachable, "gone"))
        #expect(try await send([lost], within: .milliseconds(400)).tries == 1)
        #expect(try await send([lost], within: .milliseconds(600)).tries == 2)
        let deadline = HTTPDeadline(after: .seconds(5), clock: clock)
        #expect(deadline.cut(HTTPOptions(timeout: .seconds(15))).timeout == .seconds(5))
        #expect(deadline.cut(HTTPOptions(timeout: .seconds(2))).timeout == .seconds(2))
        #expect(try await !deadline.wait(.seconds(5)))
        #expect(try await deadline.wait(.seconds(4)))
        #expect(deadline.remaining == .seconds(1))
    }

    @Test("waits double up to the maximum, and a longer Retry-After ends the retries")
    func waits() {
        let retry = HTTPRetry(tries: 9, firstWait: .milliseconds(500), longestWait: .seconds(8))
        #expect((1...6).map { retry.wait(after: $0, jitter: 0) } == [0.5, 1, 2, 4, 8, 8].map { .seconds($0) })
        #expect(retry.wait(after: 9, jitter: 0) == nil)
        #expect(retry.wait(after: 1, asked: .seconds(3), jitter: 0) == .seconds(3))
        #expect(retry.wait(after: 1, asked: .seconds(9), jitter: 0) == nil)
        #expect(retry.wait(after: 2, jitter: 1) == .seconds(1.5))
        #expect(HTTPRetry.never.wait(after: 1, jitter: 0) == nil)
    }
}
