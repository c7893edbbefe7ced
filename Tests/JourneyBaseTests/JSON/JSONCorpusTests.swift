import JourneyBase
import TestSupport
import Testing

@Suite("JSONTestSuite", .enabled(if: Vectors.has("json/test_parsing"), "\(Vectors.missing)"))
struct JSONCorpusTests {
    private static let folder = "json/test_parsing"

    /// Documents that the suite accepts and this package refuses on purpose, with the expected reason.
    private static let refusedOnPurpose: [String: JSONReadError.Reason] = [
        // RFC 7493, section 2.3: two members of the same name are ambiguous.
        "y_object_duplicated_key.json": .duplicateKey,
        "y_object_duplicated_key_and_value.json": .duplicateKey,
    ]

    /// Documents that the suite leaves to the implementation and this package accepts: numbers are stored as text, so none is too
    /// large.
    private static let acceptedByChoice: Set<String> = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json",
    ]

    @Test("valid documents parse, invalid ones fail, and each exception is named")
    func corpus() throws {
        var totals: [String: (accepted: Int, refused: Int)] = [:]
        for name in try Vectors.names(in: Self.folder) {
            let bytes = try Vectors.bytes("\(Self.folder)/\(name)")
            var reason: JSONReadError.Reason?
            var value: JSONValue?
            do throws(JSONReadError) { value = try JSONReader.read(bytes) } catch { reason = error.reason }
            let kind = String(name.prefix(2))
            if value == nil {
                totals[kind, default: (0, 0)].refused += 1
            } else {
                totals[kind, default: (0, 0)].accepted += 1
            }
            switch kind {
            case "y_": #expect(reason == Self.refusedOnPurpose[name], "\(name)")
            case "n_": #expect(value == nil, "\(name)")
            default: #expect((value != nil) == Self.acceptedByChoice.contains(name), "\(name)")
            }
            if let value { #expect(try JSONReader.read(value.compactBytes) == value, "\(name)") }
        }
        for (kind, total) in totals.sorted(by: { $0.key < $1.key }) {
            print("JSONTestSuite \(kind): \(total.accepted) accepted, \(total.refused) refused")
        }
        #expect(totals.count == 3)
    }

    @Test("every prefix of every document is parsed or refused without a crash")
    func prefixes() throws {
        for name in try Vectors.names(in: Self.folder) {
            let bytes = try Vectors.bytes("\(Self.folder)/\(name)").prefix(300)
            for count in 0..<bytes.count { _ = try? JSONReader.read(Array(bytes.prefix(count))) }
        }
    }
}
