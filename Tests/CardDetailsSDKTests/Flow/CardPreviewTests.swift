import JourneyBase
import Testing

@testable import CardDetailsSDK

@Suite("What stands for a card in an app")
struct CardPreviewTests {
    private func summary(_ name: String) throws -> CardSummary {
        try CardSummary(
            [
                "id": .string(FakeProxy.card), "name": .string(name), "expiry": "09/29",
                "maskedCardNumber": "**** **** **** 4242", "status": "ACTIVE",
            ], id: try CardFlowFixture.card)
    }

    private func problem(_ code: ErrorCode) -> CardStop { .problem(CardProblem(JourneyError(code, "No."))) }

    @Test("a load that fails does not go on loading for ever: it says why, and can be tried again")
    func failed() throws {
        for (code, issue, canRetry) in [
            (ErrorCode.netUnreachable, CardIssue.offline, true), (.netTimeout, .offline, true),
            (.issuerDown, .busy, true), (.serverError, .busy, true), (.authExpired, .person, true),
            (.storeFailed, .unknown, true), (.cardUnknown, .missing, false), (.cardNotYours, .missing, false),
        ] {
            var preview = CardPreview()
            #expect(preview.state == .loading && !preview.canRetry)
            preview.begin()
            preview.end(.failure(problem(code)))
            #expect(preview.state == .failed(issue) && preview.canRetry == canRetry, "\(code)")
            preview.begin()
            #expect(preview.state == .loading)
            preview.end(.success(try summary("Mina")))
            #expect(preview.summary?.holder == "Mina")
        }
    }

    @Test("what is known stays while it is loaded anew, and when that fails")
    func known() throws {
        var preview = CardPreview()
        preview.end(.success(try summary("Mina")))
        preview.begin()
        #expect(preview.summary?.holder == "Mina")
        preview.end(.failure(problem(.netTimeout)))
        #expect(preview.summary?.holder == "Mina" && !preview.canRetry)
        preview.end(.success(try summary("Ada")))
        #expect(preview.summary?.holder == "Ada")
    }

    @Test("a load that was given up is no failure: the view that comes back loads anew")
    func left() {
        var preview = CardPreview()
        preview.begin()
        preview.end(.failure(.left))
        #expect(preview.state == .loading)
        preview.end(.failure(problem(.netTimeout)))
        preview.end(.failure(.left))
        #expect(preview.state == .failed(.offline))
    }
}
