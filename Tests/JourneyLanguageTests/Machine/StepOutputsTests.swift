import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Step outputs")
struct StepOutputsTests {
    private let declared: [String: ValueType] = ["id": .string, "amount": .number]

    @Test("declared members are kept, a later answer wins, and the last answering step comes first")
    func kept() throws {
        var outputs = StepOutputs()
        let (quote, pay) = (try Fixture.id("quote"), try Fixture.id("pay"))
        #expect(outputs.store(["id": "q-1", "other": true], declared, in: quote) == ["id": "q-1"])
        #expect(outputs.store(["id": "p-1"], declared, in: pay) == ["id": "p-1"])
        #expect(outputs.newestFirst == [["id": "p-1"], ["id": "q-1"]])
        #expect(outputs.store(["amount": 5], declared, in: quote) == ["amount": 5])
        #expect(outputs.newestFirst == [["id": "q-1", "amount": 5], ["id": "p-1"]])
        #expect(outputs.json == ["quote": ["id": "q-1", "amount": 5], "pay": ["id": "p-1"]])
        #expect(outputs.store(["id": "q-2"], [:], in: quote) == nil, "nothing is declared")
        #expect(outputs["quote"] == ["id": "q-1", "amount": 5] && outputs["none"] == nil)
    }

    @Test("a snapshot has the listed texts that look like references, and restores them")
    func snapshot() throws {
        var outputs = StepOutputs()
        let quote = try Fixture.id("quote")
        outputs.store(
            ["id": "q-1", "note": "two words", "amount": 5, "left": "x"],
            ["id": .string, "note": .string, "amount": .number, "left": .string], in: quote)
        let kept = outputs.kept([quote: ["id", "note", "amount", "missing"], try Fixture.id("pay"): ["id"]])
        #expect(kept == ["quote": ["id": "q-1"]])
        let point = ResumePoint(step: quote, outputs: kept)
        #expect(StepOutputs(point).json == ["quote": ["id": "q-1"]])
        #expect(StepOutputs(ResumePoint(step: quote, outputs: ["No step": ["id": "q-1"]])).json == [:])
    }
}
