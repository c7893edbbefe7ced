import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("CEL conformance of expressions", .enabled(if: Vectors.has("cel-more"), "\(Vectors.missing)"))
struct ExpressionConformanceTests {
    @Test(
        "the cases have the specification's values, except for the listed ones",
        arguments: ["cel", "cel-more"])
    func conformance(folder: String) throws {
        var passed = 0
        for test in try ConformanceCase.all(in: folder) where !ConformanceExclusions.all.contains(test.name) {
            let outcome = test.outcome()
            if test.agrees(outcome) {
                passed += 1
            } else {
                Issue.record("\(test.name): \(test.expression) gave \(outcome)")
            }
        }
        print("CEL \(folder): \(passed) cases have their values")
        #expect(passed >= (folder == "cel" ? 140 : 590))
    }

    @Test("cases are excluded only if they need messages or named time zones")
    func exclusions() throws {
        let cases = try ConformanceCase.all(in: "cel") + ConformanceCase.all(in: "cel-more")
        let outside = cases.filter { $0.needsMessages || $0.namesZone }.map(\.name)
        #expect(Set(outside) == ConformanceExclusions.all)
        #expect(outside.count == ConformanceExclusions.all.count)
    }
}
