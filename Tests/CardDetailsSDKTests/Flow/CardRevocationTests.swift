import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("Token revocation", .timeLimit(.minutes(10)))
struct CardRevocationTests {
    private static let shown: [String: [ScriptedPresenter.Reply]] = [
        "card-code": [.code("123456")], "card-shown": [.press("hide")],
    ]

    @Test("an unanswered revocation is retried, and continues while the app is in the background")
    func again() async throws {
        let stage = try CardFlowFixture(Self.shown)
        stage.proxy.plan("revoke-consent", HTTPResponse(status: 503), HTTPResponse(status: 504))
        async let outcome = stage.run()
        await stage.passRetries(2)
        #expect(try await outcome.value != nil)
        #expect(stage.proxy.calls("revoke-consent").count == 3 && stage.finishings == 1)
        #expect(try await stage.store.keys() == [])
    }

    @Test(
        "a pending revocation is sent first by the next viewing, in another process, too",
        arguments: [0, 1, 2, 3])
    func owed(way: Int) async throws {
        let store = MemoryStore()
        struct Gone: Error {}
        let time = Time()
        let first = try CardFlowFixture(
            [
                "card-code": [.code("123456")],
                "card-shown": [
                    .decide { _ in
                        // The host's token has expired by then.
                        time.pass(way == 3 ? 600 : 0)
                        return ScreenAction(action: way == 3 ? Screen.expired : "hide")
                    }
                ],
            ], time: time, store: store)
        first.beforeMinting { if time.now > CardFlowFixture.start { throw Gone() } }
        switch way {
        // No connection, a long rate limit, a proxy that rejects the token, a host without a token.
        case 0: first.line.cut("revoke-consent")
        case 1:
            var busy = FakeProxy.problem(429, "RATE_LIMITED")
            busy.headers["Retry-After"] = "600"
            first.proxy.plan("revoke-consent", busy)
        case 2: first.proxy.plan("revoke-consent", FakeProxy.problem(401, "TOKEN_INVALID"))
        default: break
        }
        async let outcome = first.run()
        if way == 0 { await first.passRetries(2) }
        #expect(try await outcome.value != nil)
        #expect(try await store.keys().count == 1)
        // The name reveals neither the user nor the card.
        #expect(try await store.keys().allSatisfy { !$0.rawValue.contains(FakeProxy.user) })

        let next = try CardFlowFixture(["card-code": [.press("cancel")]], store: store)
        #expect(try await next.run().isCancelled)
        #expect(next.proxy.calls.map(\.path).first == "/striga/revoke-consent")
        #expect(try await store.keys() == [])
    }

    @Test("a revocation respects Retry-After of half a minute, then none is pending")
    func later() async throws {
        let stage = try CardFlowFixture(Self.shown)
        var down = FakeProxy.problem(503, "ISSUER_DOWN")
        down.headers["Retry-After"] = "31"
        stage.proxy.plan("revoke-consent", down)
        #expect(try await stage.run().value != nil)
        // The user waited for one answer only.
        #expect(stage.proxy.calls("revoke-consent").count == 1)
        #expect(try await stage.store.keys().count == 1)
        await stage.waitForNap(.seconds(31))
        stage.clock.advance(by: .seconds(30))
        for _ in 0..<100 { await Task.yield() }
        #expect(stage.proxy.calls("revoke-consent").count == 1)
        stage.clock.advance(by: .seconds(1))
        await stage.until { stage.proxy.calls("revoke-consent").count == 2 }
        await stage.flow.settle()
        #expect(try await stage.store.keys() == [])
    }

    @Test(
        "an unreachable proxy is retried at growing intervals for the token's day, respecting Retry-After"
    )
    func bounded() async throws {
        let stage = try CardFlowFixture(Self.shown)
        var busy = FakeProxy.problem(429, "RATE_LIMITED")
        busy.headers["Retry-After"] = "600"
        stage.proxy.plan("revoke-consent", busy)
        for _ in 0..<120 { stage.proxy.plan("revoke-consent", FakeProxy.problem(401, "TOKEN_INVALID")) }
        #expect(try await stage.run().value != nil)
        await stage.waitForNap(.seconds(600))
        // No other task sleeps for that duration from here on.
        let start = try #require(stage.clock.naps.firstIndex(of: .seconds(600)))
        func waits() -> [Duration] { stage.clock.naps.dropFirst(start).filter { $0 >= .seconds(30) } }
        for number in 1...CardRevocations.retries {
            await stage.until { waits().count == number }
            stage.clock.advance(by: waits()[number - 1])
            await stage.until { stage.proxy.calls("revoke-consent").count == number + 1 }
            await stage.flow.settle()
        }
        #expect(Array(waits().prefix(8)) == [600, 60, 120, 240, 480, 900, 900, 900].map { Duration.seconds($0) })
        #expect(waits().reduce(Duration.zero, +) >= .seconds(86_400))
        stage.clock.advance(by: .seconds(100_000))
        for _ in 0..<100 { await Task.yield() }
        #expect(stage.proxy.calls("revoke-consent").count == CardRevocations.retries + 1)
        #expect(try await stage.store.keys().count == 1)
    }

    @Test(
        "an earlier pending revocation is not sent during the next viewing, but at its end")
    func notMeanwhile() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [.code("123456"), .code("123456")], "card-shown": [.press("hide"), .never],
                "card-channel": [.send(time)],
            ], time: time)
        var down = FakeProxy.problem(503, "ISSUER_DOWN")
        down.headers["Retry-After"] = "31"
        stage.proxy.plan("revoke-consent", down, down)
        #expect(try await stage.run().value != nil)
        let second = Task { try await stage.run() }
        await stage.waitFor("card-shown")
        #expect(stage.proxy.calls("revoke-consent").count == 2)
        stage.clock.advance(by: .seconds(40))
        for _ in 0..<100 { await Task.yield() }
        #expect(stage.proxy.calls("revoke-consent").count == 2)
        second.cancel()
        _ = try await second.value
        await stage.flow.settle()
        #expect(stage.proxy.calls("revoke-consent").count == 3)
        #expect(try await stage.store.keys() == [])
    }

    @Test("an app that starts sends pending revocations without a viewing, and nothing if none is pending")
    func resumed() async throws {
        let store = MemoryStore()
        let first = try CardFlowFixture(Self.shown, store: store)
        first.proxy.plan("revoke-consent", FakeProxy.problem(401, "TOKEN_INVALID"))
        #expect(try await first.run().value != nil)
        #expect(try await store.keys().count == 1)
        let next = try CardFlowFixture(store: store)
        await next.flow.resumeRevocation(of: try CardFlowFixture.user)
        #expect(next.proxy.calls.map(\.path) == ["/striga/revoke-consent"])
        #expect(try await store.keys() == [])
        await next.flow.resumeRevocation(of: try CardFlowFixture.user)
        #expect(next.proxy.calls.count == 1)
    }

    @Test("erasing removes the flow's items and keeps the host's, but not while a card is shown")
    func erased() async throws {
        let store = MemoryStore()
        for name in ["instance-key", "instance-key-2", "mine"] {
            try await store.save([1], for: try #require(StoreKey(name)))
        }
        let stage = try CardFlowFixture(Self.shown, store: store)
        stage.line.cut("revoke-consent")
        async let outcome = stage.run()
        await stage.passRetries(2)
        #expect(try await outcome.value != nil)
        #expect(try await store.keys().count == 4)

        #expect(stage.flow.running.tryLock())
        await #expect(throws: CardDetailsFlow.alreadyRunning) { try await stage.flow.eraseAll() }
        stage.flow.running.unlock()
        #expect(try await store.keys().count == 4)
        try await stage.flow.eraseAll()
        #expect(try await store.keys().map(\.rawValue) == ["instance-key-2", "mine"])
        // The next flow can run.
        #expect(stage.flow.running.tryLock())
    }

    @Test("stored items can be erased without a flow, for a device whose key is unusable")
    func erasedWithoutFlow() async throws {
        let store = MemoryStore()
        let kept = ["instance-key", CardRevocations.prefix + "1", CardRevocations.prefix + "2"]
        for name in kept + ["instance-key-2", "mine"] { try await store.save([1], for: #require(StoreKey(name))) }
        try await CardDetailsFlow.eraseAll(in: store)
        #expect(try await store.keys().map(\.rawValue) == ["instance-key-2", "mine"])
        await store.breakDown()
        let error = await #expect(throws: JourneyError.self) { try await CardDetailsFlow.eraseAll(in: store) }
        #expect(error?.code == .storeFailed)
    }

    @Test("a revocation is stored as pending before the code is submitted, so a killed app keeps it")
    func killed() async throws {
        let store = MemoryStore()
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]], store: store)
        stage.proxy.plan("confirm-consent") {
            let isWritten = (try? await store.keys().count) == 1
            return isWritten ? .json(["cardAuthToken": .string(FakeProxy.token)]) : HTTPResponse(status: 500)
        }
        let task = Task { try await stage.run() }
        await stage.waitFor("card-shown")
        #expect(try await store.keys().count == 1)
        // Another process, while this one has stopped.
        let next = try CardFlowFixture(["card-home": [.press("close")]], store: store)
        #expect(try await next.flow.runHome(CardFlowFixture.card, of: CardFlowFixture.user).isCancelled)
        #expect(next.proxy.calls("revoke-consent").count == 1)
        task.cancel()
        _ = try await task.value
        await stage.flow.settle()
    }

    @Test("another person's or another proxy's pending revocation is left alone")
    func others() async throws {
        let store = MemoryStore()
        let first = try CardFlowFixture(Self.shown, store: store)
        first.proxy.plan("revoke-consent", FakeProxy.problem(401, "TOKEN_INVALID"))
        #expect(try await first.run().value != nil)
        let next = try CardFlowFixture(["card-code": [.press("cancel")]], store: store)
        let other = try #require(CardUserID("somebody-else"))
        #expect(try await next.flow.run(CardFlowFixture.card, of: other).isCancelled)
        #expect(next.proxy.calls("revoke-consent").isEmpty)
        #expect(try await store.keys().count == 1)
    }

    @Test("wrong codes leave no pending revocation; an unanswered one does")
    func doubt() async throws {
        let wrong = try CardFlowFixture(["card-code": [.code("111111"), .press("cancel")]])
        wrong.proxy.plan("confirm-consent", FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": 4]))
        #expect(try await wrong.run().isCancelled)
        #expect(try await wrong.store.keys() == [] && wrong.proxy.calls("revoke-consent").isEmpty)
        let unheard = try CardFlowFixture(["card-code": [.code("111111"), .press("cancel")]])
        unheard.proxy.plan("confirm-consent", HTTPResponse(status: 504))
        #expect(try await unheard.run().isCancelled)
        #expect(unheard.proxy.calls("revoke-consent").count == 1)
    }

    /// The failures of submitting a code, and whether a token may exist afterwards.
    private static let handIns: [(String, JourneyError?, HTTPResponse?, Bool)] = {
        func error(_ code: ErrorCode, _ fate: RequestFate?) -> JourneyError {
            var error = JourneyError(code, "The connection failed.")
            error.requestFate = fate
            return error
        }
        return [
            ("no connection", error(.netUnreachable, .notSent), nil, false),
            ("no handshake", error(.tlsFail, .notSent), nil, false),
            ("another key", error(.pinningFail, .notSent), nil, false),
            ("no time", error(.netTimeout, .notSent), nil, false),
            ("a lost answer", error(.netUnreachable, .unknown), nil, true),
            ("a late answer", error(.netTimeout, .unknown), nil, true),
            ("an alert of TLS after the request", error(.tlsFail, .unknown), nil, true),
            ("an answer that is too long", error(.responseTooLarge, .unknown), nil, true),
            ("an error that states nothing", error(.netUnreachable, nil), nil, true),
            ("a gateway's own 502", nil, HTTPResponse(status: 502), true),
            ("a refusal of the issuer", nil, FakeProxy.problem(502, "ISSUER_REFUSED"), false),
            ("an issuer that says nonsense", nil, FakeProxy.problem(502, "ISSUER_INVALID"), true),
            ("an issuer that is down", nil, FakeProxy.problem(503, "ISSUER_DOWN"), true),
            ("a refusal", nil, FakeProxy.problem(403, "CARD_NOT_YOURS"), false),
            ("another refusal", nil, HTTPResponse(status: 418), false),
        ]
    }()

    @Test(
        "a revocation is pending if the code's fate is unknown, not if it was not sent or refused",
        arguments: handIns.indices)
    func fates(row: Int) async throws {
        let (name, error, answer, isOwed) = Self.handIns[row]
        // A repeated code screen is left; an error screen is closed.
        let leave: ScriptedPresenter.Reply = .decide { screen in
            ScreenAction(action: screen.action("close") == nil ? "cancel" : "close")
        }
        let issue = CardIssue.allCases.map { ($0.rawValue, [leave]) }
        let stage = try CardFlowFixture(Dictionary(issue + [("card-code", [.code("111111"), leave])]) { $1 })
        // A request that was not sent is repeated automatically, twice.
        if let error { stage.line.fail("confirm-consent", error, error, error) }
        if let answer { stage.proxy.plan("confirm-consent", answer) }
        async let done = stage.run()
        if error?.requestFate == .notSent, [.netUnreachable, .netTimeout].contains(error?.code) {
            await stage.passRetries(2)
        }
        #expect(try await done.value == nil, "\(name)")
        #expect(stage.proxy.calls("revoke-consent").isEmpty != isOwed, "\(name)")
        #expect(try await stage.store.keys() == [], "\(name)")
    }

    @Test("wrong codes do not clear an earlier pending revocation")
    func inherited() async throws {
        let store = MemoryStore()
        let first = try CardFlowFixture(Self.shown, store: store)
        first.proxy.plan("revoke-consent", FakeProxy.problem(401, "TOKEN_INVALID"))
        #expect(try await first.run().value != nil)
        let next = try CardFlowFixture(["card-code": [.code("111111"), .press("cancel")]], store: store)
        let refusal = FakeProxy.problem(401, "TOKEN_INVALID")
        next.proxy.plan("revoke-consent", refusal, refusal)
        next.proxy.plan("confirm-consent", FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": 4]))
        #expect(try await next.run().isCancelled)
        #expect(try await store.keys().count == 1)
    }

    @Test("a broken store prevents neither the viewing nor the revocation")
    func broken() async throws {
        let store = MemoryStore()
        await store.breakDown()
        let stage = try CardFlowFixture(Self.shown, store: store)
        #expect(try await stage.run().value != nil)
        // An unreadable item may be a pending revocation: one is sent before and after.
        #expect(stage.proxy.calls("revoke-consent").count == 2)
    }

    @Test("hiding the card does not block on a silent proxy")
    func silent() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("123456")], "card-shown": [.press("hide")],
            "card-wait": Array(repeating: .waitForUpdate, count: 6) + [.press("cancel")],
        ])
        stage.proxy.plan("revoke-consent") {
            try? await Task.sleep(for: .seconds(3_600))
            return HTTPResponse(status: 504)
        }
        async let outcome = stage.run()
        await stage.until { stage.presenter.shown.last?.title == "Hiding your card…" }
        #expect(stage.pages(.visible).allSatisfy { $0.isClosed })
        await stage.nudge { stage.isOver }
        #expect(try await outcome.value?.end == .hidden)
        // The revocation is pending until it is answered.
        #expect(try await stage.store.keys().count == 1)
    }

    @Test("the screen after the card does not wait for the proxy", arguments: ["history", "freeze"])
    func next(press: String) async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("123456")], "card-shown": [.press(press)], "card-history": [.press(Screen.back)],
            "card-freeze": [.press("cancel")],
        ])
        let told = AsyncStream<Void>.makeStream()
        stage.proxy.plan("revoke-consent") {
            for await _ in told.stream { break }
            return .json([:])
        }
        async let outcome = stage.run()
        await stage.until { stage.presenter.shown.contains { $0.id == "card-\(press)" } }
        told.continuation.yield()
        #expect(try await outcome.value?.end == .hidden)
        #expect(stage.presenter.faults == [])
    }

    @Test("a host that never provides a token times out with the call, and the person can leave earlier")
    func noToken() async throws {
        let silence: @Sendable () async throws -> Void = {
            // Ignores cancellation.
            await Task.detached { try? await Task.sleep(for: .seconds(3_600)) }.value
        }
        let late = try CardFlowFixture(["card-offline": [.press("close")]])
        late.beforeMinting(silence)
        async let outcome = late.run()
        await late.waitForNap(.seconds(20))
        late.clock.advance(by: .seconds(20))
        #expect(try await outcome.code == .netTimeout)
        // The host is asked again then, and the flow works.
        late.beforeMinting(nil)
        let task = Task { try await late.run() }
        await late.until { !late.proxy.calls.isEmpty }
        task.cancel()
        #expect(try await task.value.isCancelled)

        let left = try CardFlowFixture()
        left.beforeMinting(silence)
        let leaving = Task { try await left.run() }
        await left.waitForNap(.seconds(20))
        leaving.cancel()
        #expect(try await leaving.value.isCancelled)
    }

    @Test("a viewing that is reopened while the first one ends waits for it")
    func turns() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("123456")], "card-shown": [.never],
            "card-channel": [.press("cancel"), .press("cancel")],
        ])
        let first = Task { await stage.flow.runNext(try CardFlowFixture.card, of: try CardFlowFixture.user) }
        await stage.waitFor("card-shown")
        let second = Task { await stage.flow.runNext(try CardFlowFixture.card, of: try CardFlowFixture.user) }
        for _ in 0..<100 { await Task.yield() }
        first.cancel()
        #expect(try await first.value.isCancelled)
        #expect(try await second.value.isCancelled)
        #expect(stage.presenter.shown.contains { $0.id == "card-channel" })
        #expect(try await stage.run().code != .alreadyRunning)
        await stage.flow.settle()
    }
}
