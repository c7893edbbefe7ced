import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("Payments, freezing and the card's home screen", .timeLimit(.minutes(10)))
struct CardHomeTests {
    private static let shown: [String: [ScriptedPresenter.Reply]] = ["card-code": [.code("123456")]]

    private func stage(_ replies: [String: [ScriptedPresenter.Reply]]) throws -> CardFlowFixture {
        try CardFlowFixture(CardHomeTests.shown.merging(replies) { $1 })
    }

    private func home(_ stage: CardFlowFixture) async throws -> CardDetailsOutcome {
        await stage.flow.runHome(try CardFlowFixture.card, of: try CardFlowFixture.user)
    }

    @Test("the latest payments are below the card, and opening the full list hides the card")
    func recent() async throws {
        let stage = try stage(["card-shown": [.press("history")], "card-history": [.press(Screen.back)]])
        #expect(try await stage.run().value?.end == .hidden)
        let shown = try #require(stage.presenter.shown.last { $0.id == "card-shown" })
        let lines = shown.text?.split(separator: "\n").filter { $0.contains("Shop") } ?? []
        #expect(lines.count == 3 && lines[0].contains("−€12.50") && lines[0].contains("Pending"))
        #expect(stage.areClosed && stage.proxy.calls("revoke-consent").count == 1)
        #expect(shown.isPrivate)
        for id in ["card-code", "card-history"] {
            #expect(stage.presenter.shown.contains { $0.id == id && $0.isPrivate }, "\(id)")
        }
    }

    @Test("the payment list has pages and details and can be reloaded")
    func history() async throws {
        let stage = try stage([
            "card-home": [.press("history"), .press("close")],
            "card-history": [
                .press("next"), .press("details", ["payment": .chosen(["t-7"])]), .press("previous"), .press("next"),
                .press("refresh"), .press(Screen.back),
            ], "card-payment": [.press(Screen.back)],
        ])
        let first = HTTPResponse.json(FakeProxy.transactions(1...5, next: "page-2"))
        stage.proxy.plan("transactions", first, first, .json(FakeProxy.transactions(6...8, next: nil)), first)
        #expect(try await home(stage).isCancelled)
        #expect(stage.presenter.faults == [])
        // The home's own, the first page, the second (cached when shown again), and the first reloaded.
        let queries = stage.proxy.calls("transactions").map(\.query)
        #expect(Array(queries.prefix(4)) == [nil, nil, "cursor=page-2", nil])
        let pages = stage.presenter.shown.filter { $0.id == "card-history" }.map { $0.text ?? "" }
        #expect(pages == ["Page 1", "Page 2", "Page 2", "Page 1", "Page 2", "Page 1"])
        let details = try #require(stage.presenter.shown.last { $0.id == "card-payment" })
        #expect(details.isPrivate && details.title == "Shop 7" && details.text?.contains("Reference: t-7") == true)
    }

    @Test("a page of payments that fails to load leaves the list unchanged")
    func historyLost() async throws {
        let stage = try stage([
            "card-home": [.press("history"), .press("close")],
            "card-history": [.press("next"), .press(Screen.back)],
        ])
        let first = HTTPResponse.json(FakeProxy.transactions(1...5, next: "page-2"))
        stage.proxy.plan("transactions", first, first)
        for _ in 0..<3 { stage.proxy.plan("transactions", HTTPResponse(status: 504)) }
        async let outcome = home(stage)
        await stage.passRetries(2)
        #expect(try await outcome.isCancelled)
        let lists = stage.presenter.shown.filter { $0.id == "card-history" }
        #expect(lists.map(\.inlineError) == [nil, "That didn't work. Check your connection and try again."])
    }

    @Test("a list that fails to load is empty, says so, and can be reloaded")
    func noHistory() async throws {
        let stage = try stage([
            "card-home": [.press("history"), .press("close")],
            "card-history": [.press("refresh"), .press(Screen.back)],
        ])
        stage.proxy.plan("transactions", .json(FakeProxy.transactions(1...1, next: nil)))
        for _ in 0..<3 { stage.proxy.plan("transactions", HTTPResponse(status: 504)) }
        async let outcome = home(stage)
        await stage.passRetries(2)
        #expect(try await outcome.isCancelled)
        let lists = stage.presenter.shown.filter { $0.id == "card-history" }
        #expect(lists.map { $0.fields.count } == [0, 1] && lists[0].inlineError != nil && lists[1].inlineError == nil)
    }

    @Test("a card is frozen after confirmation and unfrozen again")
    func freezing() async throws {
        let stage = try stage([
            "card-home": [.press("freeze"), .press("thaw"), .press("close")], "card-freeze": [.press("approve")],
            "card-thaw": [.press("approve")], "card-done": [.press("close"), .press("close")],
        ])
        #expect(try await home(stage).isCancelled)
        #expect(stage.presenter.faults == [])
        #expect(stage.proxy.calls("freeze").count == 1 && stage.proxy.calls("unfreeze").count == 1)
        // Freezing protects and needs no check; unfreezing needs the holder.
        #expect(stage.prompts == ["Unfreeze your card"])
        let cards = stage.presenter.shown.filter { $0.id == "card-home" }.compactMap { screen in
            screen.body.compactMap { if case .card(let card) = $0 { card.isFrozen } else { nil } }.first
        }
        #expect(cards == [false, true, false])
    }

    @Test("declining the confirmation does not freeze the card")
    func notFrozen() async throws {
        let stage = try stage(["card-home": [.press("freeze"), .press("close")], "card-freeze": [.press("cancel")]])
        #expect(try await home(stage).isCancelled)
        #expect(stage.proxy.calls("freeze").isEmpty && stage.presenter.faults == [])
        // Leads back to the card's home.
        #expect(stage.shown.filter { $0 != "card-wait" } == ["card-home", "card-freeze", "card-home"])
    }

    @Test("a failed freeze can be retried on its screen")
    func freezingLost() async throws {
        let stage = try stage([
            "card-home": [.press("freeze"), .press("close")], "card-freeze": [.press("approve"), .press("approve")],
            "card-done": [.press("close")],
        ])
        stage.proxy.plan("freeze", HTTPResponse(status: 504))
        #expect(try await home(stage).isCancelled)
        #expect(stage.presenter.faults == [] && stage.proxy.calls("freeze").count == 2)
    }

    @Test("freezing a shown card hides it first, and the outcome says that it is frozen")
    func freezeShown() async throws {
        let stage = try stage([
            "card-shown": [.press("freeze")],
            "card-freeze": [.decide { _ in ScreenAction(action: "approve") }], "card-done": [.press("close")],
        ])
        #expect(try await stage.run().value == CardViewing(end: .hidden, isFrozen: true))
        #expect(stage.areClosed)
    }

    @Test(
        "a freeze whose response was lost counts, from the shown card and from home", arguments: [true, false])
    func frozenUnheard(isShown: Bool) async throws {
        let stage = try stage([
            "card-shown": [.press("freeze")], "card-home": [.press("freeze"), .press("close")],
            "card-freeze": [.press("approve")], "card-done": [.press("close")],
        ])
        stage.proxy.plan("freeze") {
            stage.proxy.set(status: "BLOCKED")
            return HTTPResponse(status: 504)
        }
        if isShown {
            #expect(try await stage.run().value == CardViewing(end: .hidden, isFrozen: true))
        } else {
            #expect(try await home(stage).isCancelled)
        }
        #expect(stage.presenter.faults == [] && stage.proxy.calls("freeze").count == 1)
    }

    @Test("a freeze that is cancelled after it succeeded is reported as done")
    func frozenLeft() async throws {
        let stage = try stage([
            "card-wait": Array(repeating: .waitForUpdate, count: 6) + [.press("cancel"), .never],
            "card-shown": [.press("freeze")], "card-freeze": [.press("approve")], "card-done": [.press("close")],
        ])
        stage.proxy.plan("freeze") {
            stage.proxy.set(status: "BLOCKED")
            // The user presses “Cancel” on the waiting screen.
            await stage.nudge { Task.isCancelled }
            try? await Task.sleep(for: .seconds(3_600))
            return HTTPResponse(status: 504)
        }
        #expect(try await stage.run().value == CardViewing(end: .hidden, isFrozen: true))
    }

    @Test("a permanent freeze error has its own title and ends neither the flow nor home")
    func notFreezable() async throws {
        let shown = try stage([
            "card-shown": [.press("freeze")], "card-freeze": [.press("approve")], "card-inactive": [.press("close")],
        ])
        shown.proxy.plan("freeze", FakeProxy.problem(409, "CARD_NOT_ACTIVE"))
        #expect(try await shown.run().value == CardViewing(end: .hidden, isFrozen: false))
        #expect(shown.presenter.shown.last { $0.id == "card-inactive" }?.title == "We can't freeze your card")
        let home = try stage([
            "card-home": [.press("freeze"), .press("close")], "card-freeze": [.press("approve")],
            "card-inactive": [.press("close")],
        ])
        home.proxy.plan("freeze", FakeProxy.problem(409, "CARD_NOT_ACTIVE"))
        #expect(try await self.home(home).isCancelled)
        #expect(home.presenter.faults == [])
        #expect(home.presenter.shown.last { $0.id == "card-inactive" }?.title == "We can't freeze your card")
    }

    @Test("an expired sign-in is reported as such, not as a connection problem")
    func signedOut() async throws {
        struct Gone: Error {}
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-home": [
                    .decide { _ in
                        // The host's token has expired, and there is no other.
                        time.pass(600)
                        return ScreenAction(action: "freeze")
                    }
                ], "card-freeze": [.press("approve")], "card-person": [.press("close"), .press("close")],
            ], time: time)
        stage.beforeMinting { if time.now > CardFlowFixture.start { throw Gone() } }
        #expect(try await home(stage).code == .authExpired)
        let told = stage.presenter.shown.filter { $0.id == "card-person" }.map(\.title)
        #expect(told == ["We can't freeze your card", "We can't show your card"])
        #expect(stage.presenter.shown.allSatisfy { $0.inlineError == nil })
    }

    @Test("a permanent payments error has its own title, and home continues")
    func noPayments() async throws {
        let stage = try stage(["card-home": [.press("history"), .press("close")], "card-trouble": [.press("close")]])
        let list = HTTPResponse.json(FakeProxy.transactions(1...1, next: nil))
        stage.proxy.plan("transactions", list, .json(["transactions": 1]))
        #expect(try await home(stage).isCancelled)
        #expect(stage.presenter.faults == [])
        #expect(stage.presenter.shown.last { $0.id == "card-trouble" }?.title == "We can't show your payments")
    }

    @Test("a frozen card is unfrozen first if the person agrees")
    func frozen() async throws {
        let stage = try stage(["card-frozen": [.press("approve")], "card-shown": [.press("hide")]])
        stage.proxy.set(status: "BLOCKED")
        #expect(try await stage.run().value == CardViewing(end: .hidden, isFrozen: false))
        #expect(stage.proxy.calls("unfreeze").count == 1)
        #expect(stage.prompts == ["Unfreeze your card", "Show your card number"])
    }

    /// A way to unfreeze a card: the policy, the sensor, and the result.
    struct Thaw: CustomTestStringConvertible {
        let policy: CardDetailsConfiguration.BiometricPolicy
        let verdict: BiometricVerdict
        /// `true` if the sensor, and the issuer's code, were requested.
        let sensor, code: Bool
        let isThawed: Bool
        /// `true` if a failure is shown. A user who closes a prompt isn't told.
        var isTold = false
        var testDescription: String { "\(policy), \(verdict)" }
    }

    static let thaws = [
        Thaw(policy: .required, verdict: .passed, sensor: true, code: false, isThawed: true),
        Thaw(policy: .required, verdict: .cancelled, sensor: true, code: false, isThawed: false),
        Thaw(policy: .required, verdict: .failed, sensor: true, code: false, isThawed: false, isTold: true),
        Thaw(policy: .required, verdict: .unavailable, sensor: true, code: false, isThawed: false, isTold: true),
        Thaw(policy: .whereAvailable, verdict: .passed, sensor: true, code: false, isThawed: true),
        Thaw(policy: .whereAvailable, verdict: .cancelled, sensor: true, code: false, isThawed: false),
        Thaw(policy: .whereAvailable, verdict: .failed, sensor: true, code: false, isThawed: false, isTold: true),
        Thaw(policy: .whereAvailable, verdict: .unavailable, sensor: true, code: true, isThawed: true),
        Thaw(policy: .never, verdict: .passed, sensor: false, code: true, isThawed: true),
        Thaw(policy: .never, verdict: .failed, sensor: false, code: true, isThawed: true),
    ]

    @Test("unfreezing needs the holder's biometrics or a code", arguments: thaws)
    func thawing(thaw: Thaw) async throws {
        let stage = try CardFlowFixture([
            "card-home": [.press("thaw"), .press("close")], "card-thaw": [.press("approve")],
            "card-channel": [.press("send")], "card-code": [.code("123456")], "card-done": [.press("close")],
            "card-presence": [.press("close")],
        ]) { $0.biometrics = thaw.policy }
        stage.proxy.set(status: "BLOCKED")
        stage.set(thaw.verdict)
        #expect(try await home(stage).isCancelled)
        await stage.flow.settle()
        #expect(stage.presenter.faults == [])
        #expect(stage.proxy.calls("unfreeze").count == (thaw.isThawed ? 1 : 0))
        #expect(stage.prompts == (thaw.sensor ? ["Unfreeze your card"] : []))
        // The code's token draws nothing and is revoked at once.
        #expect(stage.proxy.calls("confirm-consent").count == (thaw.code ? 1 : 0))
        #expect(stage.proxy.calls("revoke-consent").count == (thaw.code ? 1 : 0))
        #expect(stage.pages(.visible).isEmpty && stage.areClosed)
        #expect(try await stage.store.keys().isEmpty)
        let told = stage.presenter.shown.filter { $0.id == "card-presence" }.map(\.title)
        #expect(told == (thaw.isTold ? ["We can't unfreeze your card"] : []))
        // The code comes before the change, and the user requests it.
        if thaw.code {
            let asked = stage.shown.filter { $0 != "card-wait" }
            #expect(
                asked == ["card-home", "card-thaw", "card-channel", "card-code", "card-done", "card-home"], "\(asked)")
        }
    }

    @Test("a failed or left code unfreezes nothing and leaves no token to revoke", arguments: ["wrong", "left"])
    func notThawed(how: String) async throws {
        let wrong = Array(repeating: ScriptedPresenter.Reply.code("000000"), count: 5)
        let stage = try CardFlowFixture([
            "card-home": [.press("thaw"), .press("close")], "card-thaw": [.press("approve")],
            "card-channel": how == "left" ? [.press("cancel")] : [.press("send")], "card-code": wrong,
            "card-attempts": [.press("close")],
        ]) { $0.biometrics = .never }
        stage.proxy.set(status: "BLOCKED")
        for left in [4, 3, 2, 1, 0] {
            stage.proxy.plan(
                "confirm-consent",
                FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": .number(JSONNumber(Int64(left)))]))
        }
        #expect(try await home(stage).isCancelled)
        await stage.flow.settle()
        #expect(stage.presenter.faults == [] && stage.proxy.calls("unfreeze").isEmpty)
        #expect(try await stage.store.keys().isEmpty)
    }

    @Test("a failed unfreeze is retried without authenticating again")
    func thawingLost() async throws {
        let stage = try stage([
            "card-home": [.press("thaw"), .press("close")], "card-thaw": [.press("approve"), .press("approve")],
            "card-done": [.press("close")],
        ])
        stage.proxy.set(status: "BLOCKED")
        stage.proxy.plan("unfreeze", HTTPResponse(status: 504))
        #expect(try await home(stage).isCancelled)
        #expect(stage.presenter.faults == [] && stage.proxy.calls("unfreeze").count == 2)
        #expect(stage.prompts == ["Unfreeze your card"])
    }

    @Test("the home screen waits for a flow that is ending, as when an app's view reappears")
    func nextHome() async throws {
        let stage = try stage(["card-home": [.press("close")]])
        #expect(stage.flow.running.tryLock())
        let home = Task { await stage.flow.runNextHome(try CardFlowFixture.card, of: try CardFlowFixture.user) }
        #expect(
            await stage.flow.runHome(try CardFlowFixture.card, of: try CardFlowFixture.user).code == .alreadyRunning)
        stage.flow.running.unlock()
        #expect(try await home.value.isCancelled)
        #expect(stage.presenter.faults == [] && stage.presenter.shown.contains { $0.id == "card-home" })
    }

    @Test(
        "a page among the screens shows one card and one hide button; separate windows have their own",
        arguments: [true, false])
    func oneCard(isStacked: Bool) async throws {
        actor Seen {
            var context: JSONValue = .null
            func set(_ context: JSONValue) { self.context = context }
        }
        let (seen, stage) = (
            Seen(),
            try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
                $0.showsPageAmongScreens = isStacked
            }
        )
        stage.plan(.visible) { page in
            await seen.set(try await page.connect())
            _ = try await page.event("render")
            for part in ["cardNumber", "cvv"] { try await page.emit("rendered", ["part": .string(part)]) }
        }
        #expect(try await stage.run().value?.end == .hidden)
        let shown = try #require(stage.presenter.shown.last { $0.id == "card-shown" })
        #expect(await seen.context["offersHide"] == .bool(!isStacked))
        #expect(shown.body.contains { if case .card = $0 { true } else { false } } == !isStacked)
        // The native button stays: a page that hangs cannot remove it.
        #expect(shown.actions.filter { $0.id == "hide" }.count == 1 && shown.isPrivate)
    }

    @Test(
        "no code is sent for a card that is not active", arguments: ["CREATED", "CLOSED", "EXPIRED", "SOMETHING"])
    func inactive(status: String) async throws {
        let stage = try stage(["card-inactive": [.press("close")]])
        stage.proxy.set(status: status)
        #expect(try await stage.run().code == .cardNotActive)
        #expect(stage.pages.isEmpty)
    }

    @Test("Show on the home screen opens the viewing and returns")
    func show() async throws {
        let stage = try stage(["card-home": [.press("show"), .press("close")], "card-shown": [.press("hide")]])
        #expect(try await home(stage).value?.end == .hidden)
        #expect(stage.shown.filter { $0 != "card-wait" } == ["card-home", "card-code", "card-shown", "card-home"])
    }

    @Test("every screen is valid in every language", arguments: Language.allCases)
    func words(language: Language) async throws {
        let stage = try CardFlowFixture(
            [
                "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
                "card-shown": [.press("history")],
                "card-history": [.press("details", ["payment": .chosen(["t-1"])]), .press(Screen.back)],
                "card-payment": [.press(Screen.back)],
            ], language: language
        ) { $0.channels = [.sms, .both] }
        #expect(try await stage.run().value != nil)
        #expect(stage.presenter.faults == [])
    }
}
