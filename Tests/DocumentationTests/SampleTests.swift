import Foundation
import JourneyBase
import JourneyLanguage
import Testing

@Suite("The samples of the documentation")
struct SampleTests {
    /// Files that are compiled as a host would compile them: here, or by `make apple-check`.
    private static func samples() throws -> [(path: String, text: String)] {
        let here = try Article.files(in: "Tests/DocumentationTests/Samples", ending: ".swift")
        let apple = try Article.files(in: "Tests/AppleCheck/MustPass", ending: ".swift")
        return try (here + apple + ["Tests/DocumentationTests/Manifest/Package.swift"]).map {
            ($0, try Article.text($0))
        }
    }

    @Test("each Swift sample is compiled, here or in the Apple check")
    func compiled() throws {
        let samples = try SampleTests.samples()
        var count = 0
        for article in try Article.all() {
            for block in article.blocks("swift") {
                count += 1
                let first = block.prefix { $0 != "\n" }
                #expect(
                    samples.contains { $0.text.contains(Article.plain(block)) },
                    "\(article.name): the sample that begins \(first)")
            }
        }
        #expect(count >= 10)
    }

    @Test("each file of samples stands in an article, whole")
    func used() throws {
        let articles = try Article.all().map { Article.plain($0.text) }
        for (path, text) in try SampleTests.samples() where path.contains("/Docs") || !path.contains("AppleCheck") {
            let shown = Article.shown(of: text).trimmingCharacters(in: .newlines)
            #expect(articles.contains { $0.contains("```swift\n\(shown)\n```") }, "\(path)")
        }
    }

    @Test("each of the five products has an article with a sample for an app, one that runs here, and a test of it")
    func products() throws {
        for (name, product) in [
            ("PartnerSDK", "HSBCPartnerSDK"), ("CredentialSharingGuide", "CredentialSharing"),
            ("CardDetailsGuide", "CardDetailsSDK"), ("CashBabaGuide", "CashBaba"),
            ("ProntoWalletGuide", "ProntoWalletSDK"),
        ] {
            let text = try Article.text("docs/JourneyKit.docc/\(name).md")
            let blocks = Article.blocks("swift", in: text)
            #expect(
                blocks.count >= 2
                    && blocks.allSatisfy { $0.contains("import \(product)\n") || $0.contains("addTicket") })
            // A test of the app's own module, of what the article's sample declares.
            let test = try #require(blocks.first { $0.contains("import Testing\n") }, "\(name)")
            let own = try #require(
                blocks.first { $0.contains("\nfunc ") && !$0.contains("import Testing\n") }, "\(name)")
            let function = try #require(own.firstMatch(of: /\nfunc (\w+)/)).output.1
            #expect(test.contains(Article.ownModule) && test.contains("await \(function)("), "\(name)")
            let apple = ["import UIKit", "import SwiftUI"]
            #expect(blocks.contains { block in apple.contains { block.contains($0) } }, "\(name)")
            #expect(blocks.contains { block in !apple.contains { block.contains($0) } }, "\(name)")
        }
    }

    @Test("each JSON sample is strict JSON, and each manifest among them passes lint")
    func json() throws {
        for article in try Article.all() {
            for block in article.blocks("json") {
                let value = try? JSONReader.read(Array(block.utf8))
                #expect(value != nil, "\(article.name): \(block.prefix(60))")
                guard value?["manifestVersion"] != nil else { continue }
                let findings = Lint.check(Array(block.utf8), openAPI: nil).filter { $0.severity == .error }
                #expect(findings.map(\.message) == [], "\(article.name)")
            }
        }
    }

    @Test("no fence stands open, and every block says what it is in")
    func fences() throws {
        for article in try Article.all() {
            let fences = article.text.split(separator: "\n").filter { $0.hasPrefix("```") }
            #expect(fences.count.isMultiple(of: 2), "\(article.name)")
            let known = ["```swift", "```sh", "```json", "```js", "```http", "```text"]
            for (index, fence) in fences.enumerated() {
                #expect(
                    index.isMultiple(of: 2) ? known.contains(String(fence)) : fence == "```",
                    "\(article.name): \(fence)")
            }
        }
    }

    @Test("the manifest reference is what the command makes of the schema")
    func reference() throws {
        #expect(
            try Article.text("docs/JourneyKit.docc/ManifestReference.md") == ManifestReference.text(.v12),
            "run: journey schema --reference > docs/JourneyKit.docc/ManifestReference.md")
        #expect(ManifestReference.text(.v11) != ManifestReference.text(.v12))
        for word in [
            "`bridgeEncrypt`", "`errorPolicy`", "`snapshotOn`", "`guardExpr`", "`operationId`", "1 to 86400000",
        ] {
            #expect(ManifestReference.text(.v12).contains(word), "\(word)")
        }
        #expect(!ManifestReference.text(.v11).contains("`bridgeEncrypt`"))
    }
}
