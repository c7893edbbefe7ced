import Foundation
import Testing

@Suite("Testing recipes page")
struct TestingPageTests {
    @Test("each example on the recipes page is a test, line by line")
    func examples() throws {
        let page = try Tree.package.text("docs/guides/testing.md")
        let tests = try [
            "HSBCPartnerTestingTests/BankExamples", "CredentialSharingTestingTests/DocumentExamples",
            "CardDetailsTestingTests/CardExamples", "CashBabaTestingTests/WalletExamples",
            "ProntoWalletTestingTests/PassExamples",
        ].map { try Tree.package.text("Tests/\($0).swift") }
        let blocks = page.matches(of: /```swift\n((?s:.*?))```/).map { String($0.output.1) }.filter {
            $0.contains("Sandbox")
        }
        #expect(blocks.count == 5)
        for block in blocks {
            let lines = block.split(separator: "\n").map { $0.drop { $0 == " " } }
            // All of an example, in order; a test may have other statements between.
            let isThere = tests.contains { test in
                var rest = test[...]
                for line in lines {
                    guard let found = rest.range(of: line) else { return false }
                    rest = rest[found.upperBound...]
                }
                return true
            }
            #expect(isThere, "\(block)")
        }
    }

    @Test("each Apple sample that the requirements name exists")
    func samples() throws {
        let folder = Tree.package.root.appendingPathComponent("Tests/AppleCheck")
        let files = Set(
            try ["MustFail", "MustFailOnMac", "MustPass"].flatMap { kind in
                try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(kind).path).map {
                    (kind == "MustFail" ? "" : "\(kind)/") + $0.prefix { $0 != "." }
                }
            })
        let page = try Tree.package.text("docs/evidence/requirements.md")
        let section = try #require(page.firstMatch(of: /## Apple's side, complete\n((?s:.*?))(?:\n## |$)/)).output.1
        let named = section.split(separator: "\n").flatMap { line in
            (line.split(separator: "|").last ?? "").matches(of: /`([A-Z]\w+(?:\/[A-Z]\w+)?)`/).map {
                String($0.output.1)
            }
        }
        #expect(named.count >= 12 && named.filter { !files.contains($0) } == [])
    }
}
