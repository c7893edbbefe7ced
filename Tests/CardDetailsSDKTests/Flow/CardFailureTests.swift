import JourneyBase
import JourneyScreens
import JourneyTesting
import JourneyWeb
import Testing

@testable import CardDetailsSDK

@Suite("Each failure has its screen and its code, and shows no card", .timeLimit(.minutes(10)))
struct CardFailureTests {
    /// The calls to the proxy before the card is shown, in order.
    private static let calls = [FakeProxy.card, "pages", "confirm-consent"]

    struct Fault: Sendable, CustomTestStringConvertible {
        let status: Int
        let code: String
        let screen: String
        var testDescription: String { "\(status) \(code)" }
    }

    static let faults: [Fault] = [
        Fault(status: 401, code: "TOKEN_INVALID", screen: "card-person"),
        Fault(status: 401, code: "TOKEN_EXPIRED", screen: "card-token"),
        Fault(status: 403, code: "USER_MISMATCH", screen: "card-person"),
        Fault(status: 403, code: "CARD_NOT_YOURS", screen: "card-missing"),
        Fault(status: 403, code: "USER_SUSPENDED", screen: "card-suspended"),
        Fault(status: 404, code: "CARD_UNKNOWN", screen: "card-missing"),
        Fault(status: 409, code: "CARD_BLOCKED", screen: "card-blocked"),
        Fault(status: 409, code: "CARD_NOT_ACTIVE", screen: "card-inactive"),
        Fault(status: 422, code: "MFA_NOT_ENABLED", screen: "card-mfa"),
        Fault(status: 429, code: "TOO_MANY_ATTEMPTS", screen: "card-attempts"),
        Fault(status: 502, code: "ISSUER_REFUSED", screen: "card-trouble"),
        Fault(status: 502, code: "ISSUER_INVALID", screen: "card-trouble"),
    ]

    @Test("each refusal by the proxy has its screen at each step", arguments: faults, calls)
    func refusals(fault: Fault, call: String) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], fault.screen: [.press("close")]])
        // An expired token is replaced once; the second time the error is reported.
        let answer = FakeProxy.problem(fault.status, fault.code)
        stage.proxy.plan(call, answer, answer, answer)
        async let outcome = stage.run()
        // Reads are tried three times if that can help.
        if call == FakeProxy.card, [429, 502].contains(fault.status) { await stage.passRetries(2) }
        #expect(try await outcome.code == ErrorCode(rawValue: fault.code))
        #expect(stage.presenter.faults == [] && stage.pages(.visible).isEmpty && stage.areClosed)
        let screen = try #require(stage.presenter.shown.last { $0.id == fault.screen })
        #expect(screen.text?.contains(fault.code) == true)
    }

    @Test("an unreachable proxy is offline at each step", arguments: [0, 1])
    func offline(step: Int) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-offline": [.press("close")]])
        stage.line.cut(CardFailureTests.calls[step])
        async let outcome = stage.run()
        // Reads are tried three times.
        if step == 0 { await stage.passRetries(2) }
        #expect(try await outcome.code == .netUnreachable)
        #expect(stage.presenter.faults == [] && stage.proxy.calls(CardFailureTests.calls[step]).isEmpty)
        #expect(stage.presenter.shown.contains { $0.id == "card-offline" && $0.action("retry") != nil })
    }

    @Test("an unavailable issuer is busy at each step", arguments: [0, 1])
    func down(step: Int) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-busy": [.press("close")]])
        // Reads are tried three times.
        for _ in 0..<3 { stage.proxy.plan(CardFailureTests.calls[step], HTTPResponse(status: 503)) }
        async let outcome = stage.run()
        if step == 0 { await stage.passRetries(2) }
        #expect(try await outcome.code == .issuerDown)
        #expect(stage.presenter.faults == [])
    }

    @Test(
        "each error of the hidden page has its screen",
        arguments: [
            ("SCRIPT_MISSING", "card-script"), ("MFA_NOT_ENABLED", "card-mfa"),
            ("CONSENT_FAILED", "card-consent-failed"), ("CARD_BLOCKED", "card-blocked"),
            ("anything else", "card-consent-failed"), ("NET_UNREACHABLE", "card-offline"),
            ("RATE_LIMITED", "card-busy"), ("USER_SUSPENDED", "card-suspended"), ("CODE_WRONG", "card-consent-failed"),
        ])
    func consent(code: String, screen: String) async throws {
        let stage = try CardFlowFixture([screen: [.press("close")]])
        stage.plan(.hidden, CardFlowFixture.fails(code))
        #expect(try await stage.run().code != nil)
        #expect(stage.presenter.faults == [] && stage.shown.last { $0 != "card-wait" } == screen)
        #expect(stage.areClosed && stage.proxy.calls("confirm-consent").isEmpty)
    }

    @Test(
        "each error of the visible page has its screen, before and after the first part",
        arguments: [
            ("SCRIPT_MISSING", "card-script"), ("TOKEN_EXPIRED", "card-token"), ("CARD_UNKNOWN", "card-missing"),
            ("CARD_BLOCKED", "card-blocked"), ("CARD_NOT_ACTIVE", "card-inactive"), ("RENDER_FAILED", "card-drawing"),
            ("NET_UNREACHABLE", "card-offline"), ("whatever", "card-drawing"),
        ], [false, true])
    func drawing(fault: (code: String, screen: String), afterNumber: Bool) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], fault.screen: [.press("close")]])
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            if afterNumber { try await page.emit("rendered", ["part": "cardNumber"]) }
            try await page.emit("failed", ["code": .string(fault.code)])
        }
        #expect(try await stage.run().code != nil)
        #expect(stage.presenter.faults == [] && stage.shown.last { $0 != "card-wait" } == fault.screen)
        #expect(!stage.shown.contains("card-shown") && stage.areClosed)
        #expect(stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("a shown card that then fails is removed")
    func afterwards() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("123456")], "card-shown": [.never], "card-token": [.press("close")],
        ])
        stage.plan(.visible) { page in
            try await CardFlowFixture.draws(page)
            await stage.until { stage.shown.contains("card-shown") }
            try await page.emit("failed", ["code": "TOKEN_EXPIRED"])
        }
        #expect(try await stage.run().code == .cardTokenExpired)
        #expect(stage.areClosed)
    }

    @Test(
        "a page that does not answer is closed after its timeout", arguments: [CardPageVisibility.hidden, .visible])
    func silent(place: CardPageVisibility) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-offline": [.press("close")]])
        let told = Told()
        stage.plan(place) { page in
            try await page.connect()
            _ = try await page.event(place == .hidden ? "consent" : "render")
            await told.tell()
        }
        async let outcome = stage.run()
        await told.wait()
        await stage.waitForNap(.seconds(30))
        stage.clock.advance(by: .seconds(30))
        #expect(try await outcome.code == .netTimeout)
        #expect(stage.areClosed)
    }

    private actor Told {
        private var isTold = false
        private var waiting: CheckedContinuation<Void, Never>?

        func tell() {
            isTold = true
            waiting?.resume()
            waiting = nil
        }

        func wait() async {
            if !isTold { await withCheckedContinuation { waiting = $0 } }
        }
    }

    @Test("a page that fails to load, navigates away or crashes twice ends the viewing", arguments: [0, 1, 2])
    func lost(way: Int) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-drawing": [.press("close")]])
        stage.plan(.visible) { page in
            switch way {
            case 0: page.fail(JourneyError(.pageLoadFailed, "410"))
            case 1: page.navigate(to: Origin(scheme: "https", host: "evil.example", port: 443))
            default:
                stage.pages(.visible)[0].report(.processLost)
            }
        }
        // A page whose process ended is loaded once more, by a new single-use address.
        let code = try await stage.run().code
        #expect(code == [.pageLoadFailed, .originBlocked, .pageProcessLost][way])
        #expect(stage.areClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("a retry starts with a new consent and can succeed")
    func again() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [.code("123456"), .code("123456")], "card-script": [.press("retry")],
                "card-shown": [.press("hide")], "card-channel": [.send(time)],
            ], time: time)
        stage.plan(.visible, CardFlowFixture.fails("SCRIPT_MISSING"))
        #expect(try await stage.run().value != nil)
        #expect(stage.pages(.hidden).count == 2 && stage.proxy.calls("revoke-consent").count == 2)
    }

    /// The table of `docs/reference/card-details.md`: code, screen, and `true` if it can be tried again.
    static let table: [(code: String, screen: String, again: Bool)] = [
        ("MFA_NOT_ENABLED", "card-mfa", false), ("CARD_BLOCKED", "card-blocked", false),
        ("CARD_NOT_ACTIVE", "card-inactive", false), ("CARD_UNKNOWN", "card-missing", false),
        ("CARD_NOT_YOURS", "card-missing", false), ("NET_UNREACHABLE", "card-offline", true),
        ("NET_TIMEOUT", "card-offline", true), ("ISSUER_DOWN", "card-busy", true),
        ("ISSUER_TIMEOUT", "card-busy", true),
        ("RATE_LIMITED", "card-busy", true), ("SERVER_ERROR", "card-busy", true),
        ("TOO_MANY_ATTEMPTS", "card-attempts", false), ("CODE_USED", "card-code-used", true),
        ("CHALLENGE_UNKNOWN", "card-code-used", true), ("CHALLENGE_EXPIRED", "card-code-expired", true),
        ("CONSENT_FAILED", "card-consent-failed", true), ("SCRIPT_MISSING", "card-script", true),
        ("TOKEN_EXPIRED", "card-token", true), ("RENDER_FAILED", "card-drawing", true),
        ("PAGE_LOAD_FAILED", "card-drawing", true), ("PAGE_PROCESS_LOST", "card-drawing", true),
        ("SCA_REQUIRED", "card-presence", false), ("TOKEN_INVALID", "card-person", false),
        ("USER_MISMATCH", "card-person", false), ("AUTH_EXPIRED", "card-person", false),
        ("USER_SUSPENDED", "card-suspended", false), ("DISPLAY_CAPTURED", "card-captured", true),
        ("ISSUER_REFUSED", "card-trouble", false), ("SOMETHING_ELSE", "card-trouble", false),
    ]

    @Test("an error that a retry cannot fix offers none", arguments: Language.allCases)
    func noRetry(language: Language) {
        let screens = CardScreens(language: language)
        for (code, id, again) in CardFailureTests.table {
            let screen = screens.problem(CardProblem(JourneyError(ErrorCode(rawValue: code), "")))
            #expect(screen.id == id && (screen.action("retry") != nil) == again, "\(code)")
            #expect(screen.complaints == [] && screen.text?.contains(code) == true)
        }
        #expect(Set(CardFailureTests.table.map(\.screen)) == Set(CardIssue.allCases.map(\.rawValue)))
    }

    @Test("events of the other page are ignored: a challenge in the visible, a drawing in the hidden one")
    func outOfPlace() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
        stage.plan(.hidden) { page in
            try await page.connect()
            for part in ["cardNumber", "cvv"] { try await page.emit("rendered", ["part": .string(part)]) }
            try await page.emit("done")
            _ = try await page.event("consent")
            await #expect(throws: (any Error).self) { try await page.request("anything") }
            try await page.emit(
                "challenge", ["challengeId": .string(FakeProxy.challenge), "dateExpires": "2027-01-15T08:05:00Z"])
        }
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            try await page.emit("challenge", ["challengeId": "other", "dateExpires": "2027-01-15T08:05:00Z"])
            try await page.emit("rendered", ["part": "something"])
            try await page.emit("rendered", ["part": "cvv"])
            try await page.emit("rendered", ["part": "cvv"])
            try await page.emit("copied", ["part": "cardNumber"])
            try await page.emit("absent", ["part": "cardNumber"])
            try await page.emit("rendered", ["part": "cardNumber"])
        }
        #expect(try await stage.run().value != nil)
        #expect(stage.pages.flatMap(\.faults) == [])
    }

    @Test(
        "a malformed challenge is refused",
        arguments: [
            ["challengeId": "a b", "dateExpires": "2027-01-15T08:05:00Z"], ["challengeId": "a"],
            ["challengeId": "a", "dateExpires": "tomorrow"], ["challengeId": 7, "dateExpires": "2027-01-15T08:05:00Z"],
            ["challengeId": "a", "dateExpires": "2027-01-15"],
        ] as [JSONValue])
    func noChallenge(payload: JSONValue) async throws {
        let stage = try CardFlowFixture(["card-consent-failed": [.press("close")]])
        stage.plan(.hidden) { page in
            try await page.connect()
            _ = try await page.event("consent")
            try await page.emit("challenge", payload)
        }
        #expect(try await stage.run().code == .consentFailed)
    }
}
