import CardDetailsSDK
import CardDetailsTesting
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

/// Tests of an app that uses `CardDetailsSDK`; `docs/guides/testing.md` shows the first.
@Suite("Card details in an app's tests")
struct CardExamples {
    private static let good: @Sendable (CardSandbox.Service) -> [String: [ScriptedPresenter.Reply]] = { service in
        [
            "card-code": [.press("confirm", typing: "code") { service.lastCode }],
            "card-shown": [.press("hide")],
        ]
    }

    @Test("the card is drawn after the sent code, and the token is revoked")
    func shows() async throws {
        let sandbox = try CardSandbox { service in
            ["card-code": [.press("confirm", typing: "code") { service.lastCode }], "card-shown": [.press("hide")]]
        }
        let outcome = await sandbox.show()
        guard case .completed(let viewing) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(viewing.end == .hidden && sandbox.presenter.faults == [])
        #expect(sandbox.service.drawn == [CardSandbox.card.rawValue] && sandbox.service.openTokens == 0)
        #expect(sandbox.service.codes.count == 1)
    }

    @Test("wrong codes are counted, the fifth ends the viewing, and nothing is drawn")
    func wrongCodes() async throws {
        let wrong = (0..<5).map { number in
            ScriptedPresenter.Reply.press("confirm", typing: "code") { "00000\(number)" }
        }
        let sandbox = try CardSandbox(replies: { _ in ["card-code": wrong, "card-attempts": [.press("close")]] })
        #expect(CardExamples.code(await sandbox.show()) == .tooManyAttempts)
        #expect(sandbox.service.drawn == [] && sandbox.presenter.faults == [])
    }

    @Test("another person's card, a closed one and an unverified phone have different errors")
    func refusals() async throws {
        let other = CardSandbox.Card(id: CardSandbox.card, owner: try #require(CardUserID("somebody-else")))
        let theirs = try CardSandbox(cards: [other], replies: { _ in ["card-missing": [.press("close")]] })
        #expect(CardExamples.code(await theirs.show()) == .cardNotYours)
        let closed = CardSandbox.Card(id: CardSandbox.card, owner: CardSandbox.user, status: "CLOSED")
        let over = try CardSandbox(cards: [closed], replies: { _ in ["card-inactive": [.press("close")]] })
        #expect(CardExamples.code(await over.show()) == .cardNotActive)
        let unverified = try CardSandbox(replies: { _ in ["card-mfa": [.press("close")]] })
        unverified.service.verify(false)
        #expect(CardExamples.code(await unverified.show()) == .mfaNotEnabled)
        #expect([theirs, over, unverified].allSatisfy { $0.service.codes.isEmpty && $0.service.drawn.isEmpty })
    }

    @Test("a card is hidden when the app leaves the foreground, and a closed prompt shows none")
    func leaves() async throws {
        let sandbox = try CardSandbox(replies: {
            CardExamples.good($0).merging(["card-shown": [.never]]) { $1 }
        })
        async let outcome = sandbox.show()
        while sandbox.presenter.current?.id != "card-shown", !Task.isCancelled { await Task.yield() }
        sandbox.leaveForeground()
        guard case .completed(let viewing) = await outcome else { return #expect(Bool(false), "it was not shown") }
        #expect(viewing.end == .concealed)
        let shy = try CardSandbox(replies: CardExamples.good)
        shy.sensor(.cancelled)
        guard case .cancelled = await shy.show() else { return #expect(Bool(false), "it was shown") }
        #expect(shy.service.drawn == [] && shy.service.openTokens == 0)
    }

    private static func code(_ outcome: CardDetailsOutcome) -> ErrorCode? {
        if case .failed(let error) = outcome { error.code } else { nil }
    }
}
