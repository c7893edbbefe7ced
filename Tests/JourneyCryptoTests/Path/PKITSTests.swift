import TestSupport
import Testing

@Suite("NIST's PKITS test suite", .enabled(if: PKITS.isPresent, "\(Vectors.missing)"))
struct PKITSTests {
    @Test("every path has the suite's verdict, except those in two tables with reasons")
    func verdicts() throws {
        let suite = try PKITS()
        #expect(suite.titles.count == 223)
        var totals = (accepted: 0, refused: 0)
        var stricter = PKITS.stricter
        var looser = PKITS.acceptances.reduce(into: Set<String>()) { $0.formUnion($1.titles) }
        let tables = (stricter.count, looser.count)
        for title in suite.titles {
            let refusal = try suite.refusal(of: title)
            if let expected = stricter.removeValue(forKey: title) {
                #expect(refusal == expected && PKITS.isValid(title), "\(title)")
            } else if looser.remove(title) != nil {
                #expect(refusal == nil && !PKITS.isValid(title), "\(title)")
            } else if PKITS.isValid(title) {
                #expect(refusal == nil, "\(title) has to be accepted")
                totals.accepted += 1
            } else {
                #expect(refusal != nil, "\(title) has to be refused")
                totals.refused += 1
            }
        }
        #expect(stricter.isEmpty && looser.isEmpty, "the tables have titles that the suite does not have")
        print(
            "PKITS: \(totals.accepted) accepted and \(totals.refused) refused as the suite says, "
                + "\(tables.0) refused by stricter rules, \(tables.1) accepted besides")
    }
}
