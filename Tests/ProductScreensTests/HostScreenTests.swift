import HSBCPartnerSDK
import JourneyBase
import JourneyScreensTool
import Testing

struct HostScreenTests {
    private func rows(_ result: JourneyResult, _ language: Language) throws -> [String] {
        let screen = try #require(HostScreen(language: language).screen(result))
        return screen.body.flatMap { block in
            switch block {
            case .outcome(let outcome): outcome.reference.map { [$0.line] } ?? []
            case .details(let details): details.rows.map(\.line)
            default: [String]()
            }
        }
    }

    @Test("a result has words for its facts, and no status, identifier, object or empty value")
    func words() throws {
        let result = JourneyResult.completed(payload: [
            "accountNumber": "12345678", "status": "OPENED", "offerId": "offer-1", "id": "7", "isPaid": true,
            "limits": ["daily": 1], "tags": ["a"], "note": .null, "reference": "ORD-1001",
        ])
        #expect(
            try rows(result, .english) == ["Account number: 12345678", "Is paid: Yes", "Reference: ORD-1001"])
        // A name without words in the language is left out.
        #expect(try rows(result, .bengali) == ["অ্যাকাউন্ট নম্বর: 12345678", "রেফারেন্স: ORD-1001"])
    }

    @Test("a reference alone stands below the sentence", arguments: Language.allCases)
    func reference(language: Language) throws {
        let result = JourneyResult.pending(payload: ["reference": "ORD-1001", "offerId": "offer-1", "status": "HELD"])
        let screen = try #require(HostScreen(language: language).screen(result))
        #expect(screen.body.count == 1 && screen.complaints == [])
        #expect(screen.outcome?.reference?.kind == .reference)
        #expect(try rows(result, language).count == 1)
    }
}
