import Foundation
import TestSupport
import Testing

/// The name of a file that only PyPI's package has.
private let mark = "wycheproof/x25519_test.json"

@Suite("Wycheproof coverage", .enabled(if: Vectors.has(mark), "\(Vectors.missing)"))
struct WycheproofCoverageTests {
    @Test("every file is read by a test, or the table says why not")
    func whole() throws {
        var reasons = Set<String>()
        let folder = (Vectors.path(mark) as NSString).deletingLastPathComponent
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix("_test.json") {
            let name = String(file.dropLast("_test.json".count))
            let entries = WycheproofCoverage.unread.filter { $0.prefixes.contains { name.hasPrefix($0) } }
            reasons.formUnion(entries.map(\.reason))
            #expect(
                WycheproofCoverage.read.contains(name) || !entries.isEmpty,
                "\(name) is read by no test, and no reason is given")
        }
        print("Wycheproof: \(WycheproofCoverage.read.count) files are read; \(reasons.count) reasons for the others")
    }
}
