import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import CardDetailsSDK

@Suite("Card proxy client", .timeLimit(.minutes(10)))
struct CardProxyClientTests {
    private let proxy = FakeProxy()
    private let clock = ManualClock()
    private let minted = Counter()

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func client(life: TimeInterval? = 300, time: Time = Time(), transport: (any HTTPTransport)? = nil)
        -> CardProxyClient
    {
        CardProxyClient(
            gateway: FakeProxy.origin, transport: transport ?? ServiceTransport([FakeProxy.origin: proxy]),
            dependencies: Dependencies(now: { time.now }, clock: clock, random: Dependencies.fixed().random)
        ) { [minted] in
            CardUserToken(
                Secret(copying: Array("token-\(minted.next())".utf8)), expires: life.map { time.now + $0 })
        }
    }

    @Test("a token is cached until shortly before it expires, then requested again")
    func cached() async throws {
        let time = Time()
        let client = client(time: time)
        for _ in 0..<3 { _ = try await client.card(try CardFlowFixture.card) }
        #expect(minted.value == 1)
        time.pass(281)
        _ = try await client.card(try CardFlowFixture.card)
        #expect(minted.value == 2 && proxy.calls.map(\.token).last == "Bearer token-2")
    }

    @Test("a token without an end is used once")
    func once() async throws {
        let client = client(life: nil)
        for _ in 0..<2 { _ = try await client.card(try CardFlowFixture.card) }
        #expect(minted.value == 2)
    }

    @Test("an expired token is replaced once, for a code call, too; an invalid one is not")
    func replaced() async throws {
        let client = client()
        proxy.plan("confirm-consent", FakeProxy.problem(401, "TOKEN_EXPIRED"))
        _ = try await client.confirm(
            "123456", of: try #require(ChallengeID("c")), user: try CardFlowFixture.user, key: "k")
        #expect(
            proxy.calls.map(\.token) == ["Bearer token-1", "Bearer token-2"] && Set(proxy.calls.map(\.key)) == ["k"])
        proxy.plan("confirm-consent", FakeProxy.problem(401, "TOKEN_EXPIRED"), FakeProxy.problem(401, "TOKEN_EXPIRED"))
        await #expect(throws: CardProblem.self) {
            try await client.revoke(try CardFlowFixture.user)
            _ = try await client.confirm(
                "1", of: try #require(ChallengeID("c")), user: try CardFlowFixture.user, key: "k")
        }
        proxy.plan(FakeProxy.card, FakeProxy.problem(401, "TOKEN_INVALID"))
        await #expect(throws: CardProblem.self) { try await client.card(try CardFlowFixture.card) }
        // The revocation used the second token, which had expired at the code, as had the third; the fourth was rejected and
        // not replaced.
        #expect(proxy.calls.map(\.token) == [1, 2, 2, 2, 3, 4].map { "Bearer token-\($0)" })
        #expect(minted.value == 4 && proxy.calls(FakeProxy.card).count == 1)
    }

    @Test("concurrent calls share one token request")
    func shared() async throws {
        let client = client()
        let card = try CardFlowFixture.card
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await client.card(card) } }
            try await group.waitForAll()
        }
        #expect(minted.value == 1)
    }

    @Test("a host without a token is AUTH_EXPIRED")
    func noToken() async throws {
        struct Gone: Error {}
        let client = CardProxyClient(gateway: FakeProxy.origin, transport: ServiceTransport([FakeProxy.origin: proxy]))
        {
            throw Gone()
        }
        let error = await #expect(throws: CardProblem.self) { try await client.card(try CardFlowFixture.card) }
        #expect(error?.code == .authExpired && proxy.calls.isEmpty)
    }

    @Test("reads and revocations are retried; codes and resends are not")
    func repeats() async throws {
        let client = client()
        let challenge = try #require(ChallengeID("c"))
        let (card, user) = (try CardFlowFixture.card, try CardFlowFixture.user)
        try await passing(2) { [proxy] in
            proxy.plan(FakeProxy.card, HTTPResponse(status: 503), HTTPResponse(status: 504))
            _ = try await client.card(card)
        }
        #expect(proxy.calls.count == 3)
        try await passing(2) { [proxy] in
            proxy.plan("revoke-consent", HTTPResponse(status: 503), HTTPResponse(status: 504))
            try await client.revoke(user)
        }
        #expect(proxy.calls("revoke-consent").count == 3)
        for call in ["confirm-consent", "resend-consent-code"] {
            proxy.plan(call, HTTPResponse(status: 503))
            await #expect(throws: CardProblem.self) {
                if call == "confirm-consent" {
                    _ = try await client.confirm("1", of: challenge, user: user, key: "k")
                } else {
                    try await client.resend(challenge, user: user)
                }
            }
            #expect(proxy.calls(call).count == 1)
        }
    }

    /// Runs `work` and lets `count` waits before a retry pass.
    private func passing(_ count: Int, _ work: @escaping @Sendable () async throws -> Void) async throws {
        let waits = { [clock] in clock.naps.count { $0 < .seconds(10) } }
        let before = waits()
        let task = Task { try await work() }
        for number in 1...count {
            while waits() < before + number, !Task.isCancelled { await Task.yield() }
            clock.advance(by: .seconds(9))
        }
        try await task.value
    }

    @Test("a token without an expiry is not retained between calls")
    func unkept() async throws {
        let tokens = UserTokens(
            Dependencies(now: { CardFlowFixture.start }, clock: clock, random: Dependencies.fixed().random)
        ) {
            CardUserToken(Secret(copying: Array("token".utf8)))
        }
        let deadline = HTTPDeadline(after: .seconds(20), clock: clock)
        weak let token = try await tokens.token(by: deadline)
        // The task that passed it on releases it a moment later.
        while token != nil, !Task.isCancelled { await Task.yield() }
        #expect(token == nil)
    }

    @Test(
        "only a complete plain response contains a token",
        arguments: [
            (#"{"cardAuthToken":"abc"}"#, true), (" {\n \"cardAuthToken\" : \"a-b._~+/=\" } \n", true),
            (#"{"cardAuthToken":""}"#, false), (#"{"cardAuthToken":"a\u0062"}"#, false),
            (#"{"cardAuthToken":"a b"}"#, false), (#"{"cardAuthToken":"a","x":1}"#, false),
            (#"{"cardAuthToken":"a"}{"#, false), (#"{"cardauthtoken":"a"}"#, false), (#"{"cardAuthToken":1}"#, false),
            (#"{"cardAuthToken":"a""#, false), ("", false), (#"{"cardAuthToken":" a"}"#, false),
        ])
    func tokens(text: String, isToken: Bool) {
        #expect((CardAuthToken.read(Array(text.utf8)) != nil) == isToken)
    }

    @Test("a token is bounded and is passed unchanged into the page's message")
    func message() throws {
        let longest = String(repeating: "x", count: CardAuthToken.limit)
        #expect(CardAuthToken.read(Array(#"{"cardAuthToken":"\#(longest)"}"#.utf8))?.count == CardAuthToken.limit)
        #expect(CardAuthToken.read(Array(#"{"cardAuthToken":"\#(longest)x"}"#.utf8)) == nil)
        let token = Secret(copying: Array("a-b._~+/=".utf8))
        let message = try JSONReader.read(CardAuthToken.message(token, card: try CardFlowFixture.card, showsPIN: true))
        #expect(message == ["cardId": .string(FakeProxy.card), "authToken": "a-b._~+/=", "showPin": true])
    }

    @Test(
        "a page outside the proxy's own path is not opened",
        arguments: [
            "https://evil.example/striga/page/t", "http://proxy.example/striga/page/t", "https://proxy.example/other/t",
            "https://proxy.example:444/striga/page/t", "https://proxy.example/striga/page/../x", "", "javascript:1",
        ])
    func pages(url: String) async throws {
        proxy.plan("pages", .json(["url": .string(url)], status: 201))
        let error = await #expect(throws: CardProblem.self) {
            try await client().page(for: try CardFlowFixture.card, user: try CardFlowFixture.user)
        }
        #expect(error?.code == .issuerInvalid)
    }

    @Test("a known error code is used, and nothing else of the response is quoted")
    func problems() {
        func problem(_ response: HTTPResponse) -> CardProblem { CardProblem(response, now: CardFlowFixture.start) }
        #expect(problem(FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": 3])).attemptsLeft == 3)
        #expect(problem(FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": -1])).attemptsLeft == nil)
        #expect(problem(FakeProxy.problem(404, "<b>secret</b>")).code == .cardUnknown)
        #expect(!"\(problem(FakeProxy.problem(404, "secret", ["detail": "secret"])))".contains("secret"))
        for (status, code) in [
            (401, ErrorCode.cardTokenInvalid), (403, .cardNotYours), (404, .cardUnknown), (410, .challengeExpired),
            (418, .requestInvalid), (429, .rateLimited), (500, .serverError), (502, .issuerRefused), (503, .issuerDown),
            (504, .issuerTimeout), (302, .requestInvalid),
        ] { #expect(problem(HTTPResponse(status: status)).code == code) }
        let busy = problem(HTTPResponse(status: 429, headers: ["Retry-After": "7"]))
        #expect(busy.error.recovery == .retry(after: .seconds(7)))
    }
}
