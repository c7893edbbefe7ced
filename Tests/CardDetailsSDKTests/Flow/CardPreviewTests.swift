import JourneyBase
import Testing

@testable import CardDetailsSDK

@Suite("Card preview in an app")
struct CardPreviewTests {
    private func summary(_ name: String) throws -> CardSummary {
        try CardSummary(
            [
                "id": .string(FakeProxy.card), "name": .string(name), "expiry": "09/29",
                "maskedCardNumber": "**** **** **** 4242", "status": "ACTIVE",
            ], id: try CardFlowFixture.card)
    }

    private func problem(_ code: ErrorCode) -> CardStop { .problem(CardProblem(JourneyError(code, "No."))) }

    @Test("a failed load shows its reason and may be retried")
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

    @Test("a known card stays visible while it reloads, and when that fails")
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

    @Test("a cancelled load is not a failure, and the returning view loads again")
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
