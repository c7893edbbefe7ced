import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("The card details plugin", .timeLimit(.minutes(10)))
struct CardDetailsPluginTests {
    private static let card: JSONValue = ["cardId": .string(FakeProxy.card)]

    private func plugin(_ stage: CardFlowFixture) throws -> CardDetailsPlugin {
        CardDetailsPlugin(flow: stage.flow, user: try CardFlowFixture.user)
    }

    private func code(_ body: () async throws -> JSONValue) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch { return (error as? JourneyError)?.code }
    }

    @Test("the page learns only that the card was shown")
    func shown() async throws {
        let stage = try CardFlowFixture([
            "card-channel": [.press("send")], "card-code": [.code("123456")], "card-shown": [.press("hide")],
        ])
        let answer = try await plugin(stage).handle("showCardDetails", params: CardDetailsPluginTests.card)
        #expect(answer == ["outcome": "SHOWN"])
    }

    @Test("leaving and failing return the flow's codes")
    func failures() async throws {
        let left = try CardFlowFixture(["card-channel": [.press("send")], "card-code": [.press("cancel")]])
        #expect(
            await code { try await plugin(left).handle("showCardDetails", params: CardDetailsPluginTests.card) }
                == .userCancelled)
        let failed = try CardFlowFixture(["card-channel": [.press("send")], "card-mfa": [.press("close")]])
        failed.plan(.hidden, CardFlowFixture.fails("MFA_NOT_ENABLED"))
        #expect(
            await code { try await plugin(failed).handle("showCardDetails", params: CardDetailsPluginTests.card) }
                == .mfaNotEnabled)
    }

    @Test("a page's call alone sends no code, however often it is repeated")
    func noPress() async throws {
        let stage = try CardFlowFixture(["card-channel": Array(repeating: .press("cancel"), count: 3)])
        for _ in 0..<3 {
            #expect(
                await code { try await plugin(stage).handle("showCardDetails", params: CardDetailsPluginTests.card) }
                    == .userCancelled)
        }
        #expect(stage.pages.isEmpty && stage.presenter.faults == [])
    }

    @Test("a second card at a time is refused as busy")
    func busy() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
        async let first = stage.run()
        await stage.waitFor("card-shown")
        #expect(
            await code { try await plugin(stage).handle("showCardDetails", params: CardDetailsPluginTests.card) }
                == .bridgeBusy)
        stage.conceal()
        #expect(try await first.value != nil)
    }

    @Test(
        "invalid card parameters, or another person's, are refused before any request",
        arguments: [
            [:], ["cardId": ""], ["cardId": "../cards"], ["cardId": "a", "userId": "b"], ["cardId": 7], .null,
        ] as [JSONValue])
    func invalid(params: JSONValue) async throws {
        let stage = try CardFlowFixture()
        #expect(await code { try await plugin(stage).handle("showCardDetails", params: params) } == .validationFail)
        #expect(await code { try await plugin(stage).handle("other", params: params) } == .bridgeForbidden)
        #expect(stage.proxy.calls.isEmpty && stage.shown.isEmpty)
    }
}
